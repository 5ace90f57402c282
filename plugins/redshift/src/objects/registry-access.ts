import { ident, literal, type ManagedObject, type Step, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { marksTable } from './marks.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { ownership } from './privileges.ts';
import { serviceAccountGuard } from './service-account.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

/** The privilege of the service account to read the marks, for drift detection. */
export function registryAccess(blueprint: Blueprint): ManagedObject {
  const { registry, account, initialDatabase } = blueprint;
  const create: readonly Step[] = [
    { text: sql`GRANT USAGE ON SCHEMA ${ident(registry)} TO ${ident(account)}` },
    { text: sql`GRANT SELECT ON TABLE ${marksTable(registry)} TO ${ident(account)}` },
  ];
  const revokeSelect: Step = {
    text: sql`REVOKE SELECT ON TABLE ${marksTable(registry)} FROM ${ident(account)}`,
    // If the table is gone, so is the privilege.
    succeedOn: ALREADY_GONE,
  };
  const revokeUsage: Step = { text: sql`REVOKE USAGE ON SCHEMA ${ident(registry)} FROM ${ident(account)}` };
  return {
    key: OBJECT_KEYS.registryAccess,
    kind: 'grant',
    name: `usage and select on ${initialDatabase}.${registry} to the service account`,
    scope: 'database',
    by: 'setup',
    stage: STAGE.initial,
    create,
    alter: () => create,
    restore: ({ usage, select }) => [
      ...(select === false ? [revokeSelect] : []),
      ...(usage === false ? [revokeUsage] : []),
    ],
    drop: [revokeSelect, revokeUsage],
    desired: { usage: true, select: true },
    // An account that still holds a privilege cannot be dropped ("DROP USER").
    blocks: [OBJECT_KEYS.serviceAccount, OBJECT_KEYS.registry],
    dropAfter: [OBJECT_KEYS.database],
    needs: [ownership(`schema ${registry}`, OBJECT_KEYS.registry)],
    why: 'The service reads the marks to recognize its own objects when it checks for drift. It cannot change them.',
    guard: {
      exists: sql`SELECT 1 FROM pg_catalog.pg_user AS account, pg_catalog.pg_namespace AS space WHERE account.usename = ${literal(account)} AND space.nspname = ${literal(registry)}`,
      ours: serviceAccountGuard(blueprint).ours,
    },
  };
}
