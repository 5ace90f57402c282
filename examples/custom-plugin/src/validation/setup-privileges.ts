import { failed, literal, passed, type Sql, sql } from '@portcullis/plugin-api';
import type { PlatformSession } from '../connection/platform-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { grantPattern } from '../objects/blueprint.ts';
import {
  CONTENTS_PRIVILEGES,
  createUser,
  onDatabase,
  readAccounts,
  SERVICE_PRIVILEGES,
} from '../objects/privileges.ts';
import { STAGE } from '../stages.ts';
import { basicConnection } from './basic-connection.ts';
import type { PlatformTest } from './platform-test.ts';

/** The privileges on the database that an operation needs. */
const NEEDED: Readonly<Record<string, readonly Parameters<typeof onDatabase>[1][]>> = {
  create: [...SERVICE_PRIVILEGES, ...CONTENTS_PRIVILEGES],
  delete: ['SELECT', 'DROP', ...CONTENTS_PRIVILEGES],
};

/**
 * Checks that the set-up account has all privileges that the managed objects need. The result names each missing
 * privilege with the statements that grant it.
 */
export const setupPrivileges: PlatformTest = {
  id: 'setup-privileges',
  name: 'Validate Automatic Bootstrap User Grants',
  description:
    'The set-up account may create accounts, read the tables of accounts, and grant its privileges on the database.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [basicConnection.id],
  on: { stage: STAGE, actor: 'setup' },
  async run({ session, config, operation, signal }) {
    const { database, username } = config;
    const held = await heldPrivileges(session, database, signal);
    const needed = NEEDED[operation] ?? [];
    const missing = [
      ...(held.has('CREATE USER') ? [] : [createUser()]),
      ...((await readsAccounts(session, signal)) ? [] : [readAccounts()]),
      ...needed.filter((name) => !held.has(name)).map((name) => onDatabase(database, name, ['create'])),
    ];
    if (missing.length === 0) return passed();
    const names = missing.map(({ name, on }) => `${name} on ${on}`);
    return failed(`The set-up account lacks ${names.join(', ')}.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: missing.flatMap(({ grant }) => grant?.(username) ?? []),
        runAs: 'an account with ALL PRIVILEGES and GRANT OPTION',
      },
    });
  },
};

/**
 * Returns the privileges that the account holds globally, and those on the database that it holds with the right to grant
 * them.
 */
async function heldPrivileges(
  session: PlatformSession,
  database: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const grantee: Sql = sql`CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')`;
  const rows = await session.query(
    sql`SELECT PRIVILEGE_TYPE AS name FROM information_schema.USER_PRIVILEGES WHERE GRANTEE = ${grantee} AND (IS_GRANTABLE = 'YES' OR PRIVILEGE_TYPE = 'CREATE USER') UNION ALL SELECT PRIVILEGE_TYPE FROM information_schema.SCHEMA_PRIVILEGES WHERE GRANTEE = ${grantee} AND TABLE_SCHEMA = ${literal(grantPattern(database))} AND IS_GRANTABLE = 'YES'`,
    { signal },
  );
  return new Set(rows.map(({ name }) => String(name)));
}

async function readsAccounts(session: PlatformSession, signal: AbortSignal): Promise<boolean> {
  try {
    await session.query(sql`SELECT 1 FROM mysql.user, mysql.db LIMIT 1`, { signal });
    return true;
  } catch (error) {
    if (classifyError(error)?.class === 'missing-grant') return false;
    throw error;
  }
}
