import { join, keyword, literal, type ManagedObject, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import { accountAt, type Blueprint, everythingIn, grantPattern, OBJECT_KEYS } from './blueprint.ts';
import { createUser, onDatabase, SERVICE_PRIVILEGES } from './privileges.ts';
import { ANY_HOST } from './service-account-name.ts';

/** The privileges of the service account on the database. */
export function databaseAccess({ config, account }: Blueprint): ManagedObject {
  const { database } = config;
  const privileges = join(
    SERVICE_PRIVILEGES.map((name) => keyword(name, SERVICE_PRIVILEGES)),
    sql`, `,
  );
  const granted = sql`SELECT 1 FROM mysql.db WHERE Db = ${literal(grantPattern(database))} AND User = ${literal(account)} AND Host = ${literal(ANY_HOST)}`;
  return {
    key: OBJECT_KEYS.databaseAccess,
    kind: 'grant',
    name: `${account} in ${database}`,
    scope: 'server',
    by: 'setup',
    stage: STAGE,
    create: [{ text: sql`GRANT ${privileges} ON ${everythingIn(database)} TO ${accountAt(account)}` }],
    drop: [{ text: sql`REVOKE ${privileges} ON ${everythingIn(database)} FROM ${accountAt(account)}` }],
    // It ends with the account, so no statement has to revoke it.
    within: OBJECT_KEYS.serviceAccount,
    needs: [
      ...SERVICE_PRIVILEGES.map((name) => ({ ...onDatabase(database, name, ['create', 'drop']), withGrant: true })),
      createUser(),
    ],
    why: 'The service makes its views in this database and changes nothing outside it.',
    guard: { exists: granted, ours: granted },
  };
}
