import type { ManagedObject } from '@portcullis/plugin-api';
import { FEATURE } from '../features.ts';
import type { Blueprint } from './blueprint.ts';
import { database } from './database.ts';
import {
  accountGrant,
  databaseUsage,
  impersonationVisibility,
  importedPrivileges,
  roleMembership,
  warehouseUsage,
} from './grants.ts';
import { impersonationRole, systemRole } from './marked-role.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { policySchema, schemaOwnership, systemSchema } from './schemas.ts';
import { serviceUser } from './service-user.ts';
import { warehouse } from './warehouse.ts';

/**
 * The managed objects of an integration, in order: objects of one role are adjacent, so that a script switches roles
 * as rarely as possible. Only grants for the chosen features are included.
 */
export function managedObjects(blueprint: Blueprint): readonly ManagedObject[] {
  const { mode, features } = blueprint;
  const isByScript = mode === 'manual';
  const when = (condition: boolean, ...objects: readonly ManagedObject[]) => (condition ? objects : []);
  const schemas = [systemSchema(blueprint), policySchema(blueprint)];
  return [
    warehouse(blueprint),
    database(blueprint),
    ...when(isByScript, ...schemas),
    systemRole(blueprint),
    serviceUser(blueprint),
    roleMembership(blueprint),
    ...when(features.impersonation, impersonationRole(blueprint)),
    warehouseUsage(blueprint),
    databaseUsage(blueprint),
    ...policyPrivileges(blueprint),
    ...rolePrivileges(blueprint),
    ...when(isByScript && features.impersonation, impersonationVisibility(blueprint)),
    ...when(isByScript, schemaOwnership(blueprint)),
    ...when(features.audit || features.lineage, importedPrivileges(blueprint)),
    ...when(!isByScript, ...schemas),
  ];
}

/** Source: "Understanding Dynamic Data Masking" and "Understanding row access policies", Managing ... privileges. */
function policyPrivileges(blueprint: Blueprint): readonly ManagedObject[] {
  return [
    accountGrant(
      blueprint,
      OBJECT_KEYS.applyMasking,
      'APPLY MASKING POLICY',
      'The service applies its masking policies to columns of tables that it does not own.',
    ),
    accountGrant(
      blueprint,
      OBJECT_KEYS.applyRowAccess,
      'APPLY ROW ACCESS POLICY',
      'The service applies its row access policies to tables that it does not own.',
    ),
  ];
}

function rolePrivileges(blueprint: Blueprint): readonly ManagedObject[] {
  const { tableGrants, workspaces } = blueprint.features;
  const reasons = [...(tableGrants ? ['users with table grants'] : []), ...(workspaces ? ['workspaces'] : [])];
  if (reasons.length === 0) return [];
  const createRole = accountGrant(
    blueprint,
    OBJECT_KEYS.createRole,
    'CREATE ROLE',
    `The service creates one role for each of: ${reasons.join(', ')}.`,
  );
  if (!tableGrants) return [{ ...createRole, feature: FEATURE.workspaces }];
  const manageGrants = accountGrant(
    blueprint,
    OBJECT_KEYS.manageGrants,
    'MANAGE GRANTS',
    'The service grants privileges according to policies to the roles with the table-grants prefix, on tables that it does not own.',
  );
  return [createRole, manageGrants];
}
