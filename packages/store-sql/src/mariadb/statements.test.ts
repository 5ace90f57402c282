import type { EngineQuery } from '@portcullis/core/ports';
import { describe, expect, it } from 'vitest';
import { createCompiler } from '../operations/compiler.ts';
import { createStatements } from '../operations/statements.ts';
import { MARIADB_FLAVOUR } from './mariadb-flavour.ts';

const statements = createStatements(createCompiler(MARIADB_FLAVOUR), MARIADB_FLAVOUR);

const lease = ['', 'a', 'owner', 1, 2];
const everything = { orderBy: [['name', 'asc']], limit: undefined, offset: 0, lock: undefined, omitsTenant: true };
const query = (more: Partial<EngineQuery>) => ({ tests: [[]], ...everything, ...more }) as EngineQuery;

describe('a statement of MariaDB', () => {
  it('returns the identity of inserted rows', () => {
    const { sql, parameters } = statements.insert('leases', [lease], false);
    expect(sql).toBe(
      'insert into `portcullis_leases` (`tenant`, `name`, `owner`, `until`, `generation`) values (?, ?, ?, ?, ?) returning `tenant` as `tenant`, `name` as `name`',
    );
    expect(parameters).toEqual(lease);
  });

  it('takes ids from a sequence', () => {
    const row = ['', 'owner', 'name', 'status', 'key', Buffer.of(1), 1, null];
    const { sql } = statements.insert('secrets', [row, row], false);
    expect(sql).toContain(
      'values (nextval(`portcullis_secrets_ids`), ?, ?, ?, ?, ?, ?, ?, ?), (nextval(`portcullis_secrets_ids`), ?',
    );
  });

  it('skips rows whose key is taken', () => {
    expect(statements.insert('leases', [lease], true).sql).toMatch(/^insert ignore into/);
  });

  it('skips locked rows', () => {
    const { sql } = statements.find('leases', query({ limit: 2, lock: 'skip-locked' }));
    expect(sql).toMatch(/order by `name` asc limit \? offset \? for update skip locked$/);
  });

  it('does not sort by a column that has one value', () => {
    const tests = [[{ column: 'tenant', operator: 'eq', value: 'acme' } as const]];
    const orderBy = [
      ['tenant', 'asc'],
      ['name', 'desc'],
    ] as const;
    expect(statements.find('leases', query({ tests, orderBy })).sql).toMatch(/order by `name` desc$/);
  });

  it('treats null as another value', () => {
    const tests = [[{ column: 'leaseOwner', operator: 'not', value: 'a' } as const]];
    expect(statements.count('operations', tests).sql).toMatch(/where not \(`lease_owner` <=> \?\)$/);
  });
});
