import type { ScriptStep } from '@portcullis/plugin-api';
import fc from 'fast-check';
import { parse } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import { literalQuoter } from '../quote-literal.ts';
import { createSectionRenderer } from './create-section-renderer.ts';

const render = createSectionRenderer({ quoteLiteral: literalQuoter('postgresql'), schema: 'public' });

function step(text: string, more: Partial<ScriptStep> = {}): ScriptStep {
  return {
    action: 'create',
    object: { key: 'thing', kind: 'schema', name: 'thing' },
    text,
    exists: 'SELECT 1',
    ours: 'SELECT 1',
    alone: false,
    first: true,
    ...more,
  };
}

const section = (...steps: readonly ScriptStep[]) => render({ stage: 'initial', steps });

describe('a section', () => {
  it('contains the exact text of every step', () => {
    const texts = [
      'CREATE SCHEMA a',
      'CREATE PROCEDURE p() AS $body$\n  BEGIN\n NULL; END;\n$body$ LANGUAGE plpgsql',
      'SELECT 1',
    ];
    const { text } = section(...texts.map((each) => step(each)));
    for (const each of texts) expect(text).toContain(each);
  });

  it('passes passwords as arguments: the body of a procedure is kept in the catalog', () => {
    const account = { key: 'account', kind: 'user', name: 'svc' };
    const { text, warnings } = section(step('CREATE USER "svc" PASSWORD {{servicePassword}}', { object: account }));
    expect(text).toContain(
      'CALL public.portcullis_part_1($guard$CREATE USER "svc" PASSWORD {{servicePassword}}$guard$);',
    );
    expect(text).toContain('EXECUTE guard_statement_1;');
    expect(text.split('{{servicePassword}}')).toHaveLength(2);
    expect(warnings.join()).toContain('query log');
  });

  it('is split at a statement that must run alone, and checks the owner after it', () => {
    const database = { key: 'database', kind: 'database', name: 'gov' };
    const { text, warnings } = section(
      step('INSERT 1', { object: database }),
      step('CREATE DATABASE "gov"', { object: database, alone: true }),
      step('UPDATE 1', { object: database }),
      step('CREATE SCHEMA "x"'),
    );
    const order = [
      'INSERT 1;',
      'portcullis_part_1();',
      '\nCREATE DATABASE "gov";',
      'UPDATE 1;',
      'RAISE EXCEPTION',
      'CREATE SCHEMA "x";',
    ];
    expect(order.map((each) => text.indexOf(each))).toEqual(
      order.map((each) => text.indexOf(each)).toSorted((a, b) => a - b),
    );
    expect(order.every((each) => text.includes(each))).toBe(true);
    expect(warnings).toHaveLength(1);
  });

  it('comments out statements that cannot be guarded', async () => {
    const drop = {
      action: 'drop',
      object: { key: 'database', kind: 'database', name: 'a\nDROP DATABASE dev' },
    } as const;
    const { text, warnings } = section(
      step('DROP DATABASE "a\nDROP DATABASE dev"', { ...drop, alone: true }),
      step('DROP ROLE "b"', {
        action: 'drop',
        exists: undefined,
        ours: undefined,
        object: { key: 'role', kind: 'role', name: 'b' },
      }),
    );
    const { stmts } = await parse(text);
    expect(stmts?.map(({ stmt }) => Object.keys(stmt ?? {})[0])).toEqual([
      'TransactionStmt',
      'CreateFunctionStmt',
      'CallStmt',
      'DropStmt',
      'TransactionStmt',
    ]);
    expect(text).toContain('-- DROP DATABASE "a');
    expect(text).toContain('-- DROP ROLE "b";');
    expect(warnings).toHaveLength(2);
  });

  it('alters the object with the mark under any current name', () => {
    const object = { key: 'role', kind: 'role', name: 'new' };
    const change = section(
      step('ALTER ROLE "old" RENAME TO "new"', { action: 'alter', object, ours: 'SELECT who' }),
    ).text;
    const removal = section(step('DROP ROLE "new"', { action: 'drop', object, ours: 'SELECT who' })).text;
    expect(change).toContain('FROM (SELECT who) AS guard_probe;');
    expect(removal).toContain("FROM (SELECT who) AS guard_probe WHERE guard_probe.name = 'new';");
  });

  it('renames an object only while it has the old name, so that a second run changes nothing', () => {
    const object = { key: 'role', kind: 'role', name: 'new' };
    const { text } = section(
      step('ALTER ROLE "o""ld" RENAME TO "new"', { action: 'alter', object, ours: 'SELECT who' }),
    );
    expect(
      text,
    ).toContain(`  SELECT INTO guard_found count(*) FROM (SELECT who) AS guard_probe WHERE guard_probe.name = 'o"ld';
  IF guard_found > 0 THEN
    ALTER ROLE "o""ld" RENAME TO "new";
  END IF;`);
  });

  it('handles names that look like its own keywords', async () => {
    const name = fc.array(
      fc.constantFrom('guard', '$guard$', '$guard1$', 'guard_found', '$$', ';', '"', "'", '{{x}}', '\n', 'END;'),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(name, async (parts) => {
        const text = `GRANT USAGE ON SCHEMA "${parts.join('').replaceAll('"', '""')}" TO PUBLIC`;
        const rendered = section(step(text, { object: { key: 'x', kind: 'schema', name: parts.join('') } })).text;
        expect(rendered).toContain(text);
        const { stmts } = await parse(rendered);
        expect(stmts?.map(({ stmt }) => Object.keys(stmt ?? {})[0])).toEqual([
          'TransactionStmt',
          'CreateFunctionStmt',
          'CallStmt',
          'DropStmt',
          'TransactionStmt',
        ]);
      }),
    );
  });
});
