import type { ManagedObject } from '@portcullis/plugin-api';
import type { Blueprint } from './blueprint.ts';
import { databaseAccess } from './database-access.ts';
import { impersonationAccess } from './impersonation-access.ts';
import { impersonationRole } from './impersonation-role.ts';
import { login } from './login.ts';
import {
  impersonateProcedure,
  removeUserProfileProcedure,
  setUserProfileProcedure,
  stopImpersonatingProcedure,
} from './procedures.ts';
import { procedureSchema, systemSchema, viewSchema } from './schemas.ts';
import { impersonationsTable, profileFormatTable, userProfileTable } from './tables.ts';
import { user } from './user.ts';

type ObjectFactory = (blueprint: Blueprint) => ManagedObject;

const BASE_OBJECTS: readonly ObjectFactory[] = [
  login,
  user,
  systemSchema,
  procedureSchema,
  viewSchema,
  databaseAccess,
  userProfileTable,
  profileFormatTable,
  setUserProfileProcedure,
  removeUserProfileProcedure,
];

const IMPERSONATION_OBJECTS: readonly ObjectFactory[] = [
  impersonationRole,
  impersonationsTable,
  impersonateProcedure,
  stopImpersonatingProcedure,
  impersonationAccess,
];

/** The managed objects of an integration, in order: the login in `master`, then the objects in the pool. */
export function managedObjects(blueprint: Blueprint): readonly ManagedObject[] {
  const declared = blueprint.impersonation ? [...BASE_OBJECTS, ...IMPERSONATION_OBJECTS] : BASE_OBJECTS;
  return declared.map((create) => create(blueprint));
}
