import { ident, literal, type ManagedObject, type Privilege, secretSlot, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import { type Blueprint, OBJECT_KEYS, SERVICE_PASSWORD } from './blueprint.ts';

/** The account of the service, so that no privileged credentials are stored. */
export function serviceAccount({ config, account, hasPassword, mark }: Blueprint): ManagedObject {
  const { connectionLimit } = config;
  const key = OBJECT_KEYS.serviceAccount;
  // Filled in when the statement is sent. Plan, script and journal show {{servicePassword}} instead.
  const password = hasPassword ? sql` PASSWORD ${secretSlot(SERVICE_PASSWORD)}` : sql``;
  const exists = sql`SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = ${literal(account)}`;
  return {
    key,
    kind: 'user',
    name: account,
    scope: 'server',
    by: 'setup',
    stage: STAGE,
    create: [
      { text: sql`CREATE ROLE ${ident(account)} LOGIN CONNECTION LIMIT ${literal(connectionLimit)}${password}` },
      { text: sql`COMMENT ON ROLE ${ident(account)} IS ${literal(mark(key))}` },
    ],
    // A config with another limit alters the account. Without `alter` it would be dropped and created again.
    desired: { connectionLimit },
    alter: () => [{ text: sql`ALTER ROLE ${ident(account)} CONNECTION LIMIT ${literal(connectionLimit)}` }],
    restore: ({ connectionLimit: former = -1 }) => [
      { text: sql`ALTER ROLE ${ident(account)} CONNECTION LIMIT ${literal(Number(former))}` },
    ],
    drop: [{ text: sql`DROP ROLE ${ident(account)}`, succeedOn: ['not-found'] }],
    // Its objects in the schema prevent its drop until the schema is dropped.
    dropAfter: [OBJECT_KEYS.schema],
    ...(hasPassword
      ? {
          rotate: {
            slot: SERVICE_PASSWORD,
            by: 'service',
            credentialNames: ['password'],
            set: () => [{ text: sql`ALTER ROLE ${ident(account)} PASSWORD ${secretSlot(SERVICE_PASSWORD)}` }],
            needs: [{ name: 'own password', on: `user ${account}`, grantable: false, comesWith: key }],
          } as const,
        }
      : {}),
    needs: [createRole()],
    why: 'The service signs in with it from now on, so that no privileged credentials are stored.',
    // A superuser, and the account that runs the script, is never ours, even with our mark.
    guard: {
      exists,
      ours: sql`${exists} AND NOT rolsuper AND rolname <> current_user AND pg_catalog.shobj_description(oid, 'pg_authid') = ${literal(mark(key))}`,
    },
    absentTest: { id: 'service-account-absent', name: 'Validate Automatic: Service Account Does Not Exist' },
    presentTest: { id: 'service-account-present', name: 'Validate Manual: Service Account Exists' },
  };
}

/** A failed creation is reverted, so it also needs the privilege to drop. */
function createRole(): Privilege {
  return {
    name: 'CREATEROLE',
    on: 'the server',
    anyOf: ['superuser'],
    operations: ['create', 'alter', 'drop'],
    grant: (grantee) => sql`ALTER ROLE ${ident(grantee)} CREATEROLE`,
    grantedBy: 'a superuser',
  };
}
