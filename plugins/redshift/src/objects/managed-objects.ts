import type { ManagedObject } from '@portcullis/plugin-api';
import type { Blueprint } from './blueprint.ts';
import { database } from './database.ts';
import { databasePrivileges } from './database-privileges.ts';
import { impersonationAccess } from './impersonation-access.ts';
import { impersonateProcedure, stopImpersonatingProcedure } from './impersonation-procedures.ts';
import { impersonationRole } from './impersonation-role.ts';
import { impersonationTable } from './impersonation-table.ts';
import { registry } from './registry.ts';
import { registryAccess } from './registry-access.ts';
import { metadataSchema, viewSchema } from './schemas.ts';
import { serviceAccount } from './service-account.ts';

/**
 * Returns all objects of an integration, in order. The database precedes the account: only the database cannot be
 * guarded, and if it is foreign no other object is created.
 */
export function managedObjects(blueprint: Blueprint): readonly ManagedObject[] {
  const { impersonation } = blueprint;
  const initialObjects = [registry, database, serviceAccount, registryAccess, databasePrivileges];
  const schemas = [metadataSchema, viewSchema];
  const impersonationObjects = [
    impersonationTable,
    impersonateProcedure,
    stopImpersonatingProcedure,
    impersonationAccess,
  ];
  const declared = impersonation
    ? [...initialObjects, impersonationRole, ...schemas, ...impersonationObjects]
    : [...initialObjects, ...schemas];
  return declared.map((create) => create(blueprint));
}
