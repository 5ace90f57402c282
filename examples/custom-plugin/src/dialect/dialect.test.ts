import type { ScriptStep } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import { renderSection } from './render-section.ts';

describe('quoting', () => {
  it('doubles quotes in names', () => {
    expect(quoteIdentifier(['a`; DROP', 'b'])).toBe('`a``; DROP`.`b`');
  });

  it('keeps every part of a value inside its quotes', () => {
    expect(quoteLiteral("a'; DROP --")).toBe("'a''; DROP --'");
    expect(quoteLiteral("a\\'")).toBe("'a\\\\'''");
  });

  it('writes other values as literals of the language', () => {
    expect([null, true, 12, -3].map(quoteLiteral)).toEqual(['NULL', 'true', '12', '(-3)']);
  });
});

describe('a section of a script', () => {
  const object = { key: 'database', kind: 'database', name: 'governance' };
  const step: ScriptStep = {
    action: 'create',
    object,
    text: 'CREATE DATABASE `governance`',
    alone: false,
    first: true,
  };
  const guard = { exists: 'SELECT 1', ours: 'SELECT 2' };

  it('creates a missing object, and stops at a foreign one', () => {
    expect(
      renderSection({ stage: 'server', steps: [{ ...step, ...guard }] }).text,
    ).toBe(`SET SESSION sql_mode = 'STRICT_ALL_TABLES';
DELIMITER //
BEGIN NOT ATOMIC
  IF NOT EXISTS (SELECT 1) THEN
    CREATE DATABASE \`governance\`;
  ELSEIF NOT EXISTS (SELECT 2) THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped at database "governance": it was not created for this integration.';
  END IF;
END //
DELIMITER ;`);
  });

  it('drops only our existing objects', () => {
    const drop: ScriptStep = { ...step, ...guard, action: 'drop', text: 'DROP DATABASE `governance`' };
    expect(renderSection({ stage: 'server', steps: [drop] }).text).toContain(
      '  IF EXISTS (SELECT 1) THEN\n    IF EXISTS (SELECT 2) THEN\n      DROP DATABASE',
    );
  });

  it('does not stop for an object that is ours whenever it exists', () => {
    const steps = [{ ...step, exists: 'SELECT 1', ours: 'SELECT 1' }];
    expect(renderSection({ stage: 'database', steps }).text).not.toContain('stopped');
  });

  it('leaves statements without a guard to an administrator', () => {
    const drop: ScriptStep = { ...step, action: 'drop', text: 'DROP DATABASE `governance`' };
    const { text, warnings } = renderSection({ stage: 'server', steps: [drop] });
    expect(text).toContain('-- DROP DATABASE `governance`;');
    expect(warnings).toEqual([expect.stringContaining('database "governance"')]);
  });

  it('does not let a name end the block', () => {
    const named = { ...step, ...guard, text: 'CREATE DATABASE `a//b///`' };
    expect(renderSection({ stage: 'server', steps: [named] }).text).toContain('END ////\n');
  });
});
