import { canonicalText, definitionOf, type Sql } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { DIALECT } from '../dialect/dialect.ts';
import { SAMPLES } from '../samples.ts';
import { snowflake } from '../snowflake.ts';
import { bootstrapUserGrants } from './bootstrap-user-grants.ts';

const [, keyPair] = SAMPLES;

/** The account privileges of a set-up that manages all grants. */
const PRIVILEGES = ['CREATE DATABASE', 'CREATE ROLE', 'CREATE USER', 'MANAGE GRANTS'];

/** Runs the test for the role R0, which inherits from R1, R2 and so on. One of these roles has the privileges. */
async function run(count: number, holder: number) {
  const read: string[] = [];
  const session = {
    role: 'R0',
    async query(statement: Sql) {
      const text = canonicalText(statement, DIALECT);
      if (text.startsWith('SELECT CURRENT_AVAILABLE_ROLES()')) return [{ ROLES: '["R0"]' }];
      const [, role = ''] = /^SHOW GRANTS TO ROLE "(R\d+)"$/.exec(text) ?? [];
      read.push(role);
      const index = Number(role.slice(1));
      const inherited = { privilege: 'USAGE', granted_on: 'ROLE', name: `R${index + 1}`, grant_option: 'false' };
      const held = PRIVILEGES.map((privilege) => ({
        privilege,
        granted_on: 'ACCOUNT',
        name: 'XY12345',
        grant_option: 'false',
      }));
      return [...(index + 1 < count ? [inherited] : []), ...(index === holder ? held : [])];
    },
  };
  const outcome = await bootstrapUserGrants.run({
    config: definitionOf(snowflake()).config.parse({ ...keyPair, role: 'R0' }),
    operation: 'create',
    options: {},
    mark: (key: string) => key,
    session,
    signal: new AbortController().signal,
  } as never);
  return { outcome, read };
}

describe('the privileges of a set-up role that inherits from many roles', () => {
  it('are read until they are enough', async () => {
    const { outcome, read } = await run(300, 2);
    expect(outcome.status).toBe('passed');
    expect(read).toEqual(['R0', 'R1', 'R2']);
  });

  it('are missing if none of the roles has them', async () => {
    const { outcome, read } = await run(200, -1);
    expect(outcome).toMatchObject({ status: 'failed', message: expect.stringContaining('lacks: CREATE DATABASE') });
    expect(read).toHaveLength(200);
  });

  it('are not reported as missing if not all of the roles were read', async () => {
    const { outcome, read } = await run(300, 299);
    expect(outcome).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('Not found: CREATE DATABASE'),
    });
    expect(read).toHaveLength(200);
  });
});
