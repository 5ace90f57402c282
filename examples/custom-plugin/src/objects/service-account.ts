import { ident, literal, type ManagedObject, secretSlot, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import { accountAt, type Blueprint, MARKS_TABLE, OBJECT_KEYS, SERVICE_PASSWORD } from './blueprint.ts';
import { createUser, onDatabase, readAccounts } from './privileges.ts';
import { ANY_HOST } from './service-account-name.ts';

/** The account of the service. Because of it, no privileged credentials are stored. */
export function serviceAccount({ config, account, mark }: Blueprint): ManagedObject {
  const { connectionLimit, database } = config;
  const key = OBJECT_KEYS.serviceAccount;
  const marks = ident(database, MARKS_TABLE);
  // Filled in when the statement is sent. Plan, script and journal show {{servicePassword}} in its place.
  const password = secretSlot(SERVICE_PASSWORD);
  const limit = literal(connectionLimit);
  const exists = sql`SELECT 1 FROM mysql.user WHERE User = ${literal(account)} AND Host = ${literal(ANY_HOST)}`;
  return {
    key,
    kind: 'user',
    name: account,
    scope: 'server',
    by: 'setup',
    stage: STAGE,
    create: [
      { text: sql`CREATE USER ${accountAt(account)} IDENTIFIED BY ${password} WITH MAX_USER_CONNECTIONS ${limit}` },
      { text: sql`REPLACE INTO ${marks} VALUES (${literal(account)}, ${literal(mark(key))})` },
    ],
    // A config with another limit alters the account. Without `alter` it would be dropped and made again.
    desired: { connectionLimit },
    alter: () => [{ text: sql`ALTER USER ${accountAt(account)} WITH MAX_USER_CONNECTIONS ${limit}` }],
    restore: ({ connectionLimit: former = 0 }) => [
      { text: sql`ALTER USER ${accountAt(account)} WITH MAX_USER_CONNECTIONS ${literal(Number(former))}` },
    ],
    drop: [{ text: sql`DROP USER ${accountAt(account)}`, succeedOn: ['not-found'] }],
    // Its mark is in the database. The account is dropped first, while the mark can still be read.
    blocks: [OBJECT_KEYS.database],
    rotate: {
      slot: SERVICE_PASSWORD,
      by: 'service',
      credentialNames: ['password'],
      // Privileged credentials may run it too: without the name, it would change the password of the administrator.
      set: () => [{ text: sql`SET PASSWORD FOR ${accountAt(account)} = PASSWORD(${password})` }],
      needs: [{ name: 'own password', on: `user ${account}`, grantable: false, comesWith: key }],
    },
    needs: [
      createUser(),
      readAccounts(),
      onDatabase(database, 'INSERT', ['create']),
      onDatabase(database, 'DELETE', ['create']),
    ],
    why: 'The service signs in with this account, so no privileged credentials are stored.',
    // An account that may grant everything, and the account that runs the script, are never ours, even if the marks table
    // names them.
    guard: {
      exists,
      ours: sql`${exists} AND Super_priv = 'N' AND CURRENT_USER() <> ${literal(`${account}@${ANY_HOST}`)} AND (SELECT mark FROM ${marks} WHERE account = ${literal(account)}) = ${literal(mark(key))}`,
    },
    absentTest: { id: 'service-account-absent', name: 'Validate Automatic: Service Account Does Not Exist' },
    presentTest: { id: 'service-account-present', name: 'Validate Manual: Service Account Exists' },
  };
}
