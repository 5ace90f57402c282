import type { ScriptStep } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import { renderSection } from './render-section.ts';

describe('quoting', () => {
  it('doubles quotes in names', () => {
    expect(quoteIdentifier(['a"; DROP', 'b'])).toBe('"a""; DROP"."b"');
  });

  it('keeps every part of a value inside its quotes', () => {
    expect(quoteLiteral("a'; DROP --")).toBe("'a''; DROP --'");
    expect(quoteLiteral("a\\'")).toBe("E'a\\\\'''");
  });

  it('writes other values as literals of the language', () => {
    expect([null, true, 12, -3].map(quoteLiteral)).toEqual(['NULL', 'true', '12', '(-3)']);
  });
});

describe('a section of a script', () => {
  const object = { key: 'schema', kind: 'schema', name: 'governance' };
  const step: ScriptStep = { action: 'create', object, text: 'CREATE SCHEMA "governance"', alone: false, first: true };
  const guard = { exists: 'SELECT 1', ours: 'SELECT 2' };

  it('creates a missing object, and stops at a foreign one', () => {
    expect(renderSection({ stage: 'database', steps: [{ ...step, ...guard }] }).text).toBe(`DO $guard$
BEGIN
  IF NOT EXISTS (SELECT 1) THEN
    CREATE SCHEMA "governance";
  ELSIF NOT EXISTS (SELECT 2) THEN
    RAISE EXCEPTION 'Portcullis stopped at %: it was not created for this integration.', 'schema "governance"';
  END IF;
END
$guard$;`);
  });

  it('drops only our objects', () => {
    const drop: ScriptStep = { ...step, ...guard, action: 'drop', text: 'DROP SCHEMA "governance" CASCADE' };
    expect(renderSection({ stage: 'database', steps: [drop] }).text).toContain(
      'IF EXISTS (SELECT 2) THEN\n    DROP SCHEMA',
    );
  });

  it('does not stop for an object that is ours whenever it exists', () => {
    const steps = [{ ...step, exists: 'SELECT 1', ours: 'SELECT 1' }];
    expect(renderSection({ stage: 'database', steps }).text).not.toContain('stopped');
  });

  it('leaves statements without a guard to an administrator', () => {
    const drop: ScriptStep = { ...step, action: 'drop', text: 'DROP SCHEMA "governance" CASCADE' };
    const { text, warnings } = renderSection({ stage: 'database', steps: [drop] });
    expect(text).toContain('-- DROP SCHEMA "governance" CASCADE;');
    expect(warnings).toEqual([expect.stringContaining('schema "governance"')]);
  });

  it('does not let a name close the block', () => {
    const named = { ...step, ...guard, text: 'CREATE SCHEMA "$guard$"' };
    expect(renderSection({ stage: 'database', steps: [named] }).text).toMatch(/^DO \$guard1x\$/);
  });
});
