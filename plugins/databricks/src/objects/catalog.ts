import { ident, literal, type ManagedObject, sql } from '@portcullis/plugin-api';
import { WORKSPACE_STAGE } from '../stages.ts';
import { type Blueprint, grantee } from './blueprint.ts';
import { foreignContentsByScript } from './foreign-contents.ts';
import { catalogGuard } from './guards.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { ownershipTransfer } from './ownership-transfer.ts';
import { catalogCreation, catalogOwnership, managedStorage } from './privileges.ts';

/**
 * The managed catalog. Its mark is its comment, written by the statement that creates it. Its creator, which can always
 * see and drop it, stays the owner: the service in automatic mode, an administrator in manual mode. A new service
 * principal takes over the ownership. Sources: "CREATE CATALOG", "DROP CATALOG", "ALTER CATALOG".
 */
export function catalog(blueprint: Blueprint): ManagedObject {
  const { catalog: name, managedLocation, mode, mark, principal } = blueprint;
  const location = managedLocation === undefined ? sql`` : sql` MANAGED LOCATION ${literal(managedLocation)}`;
  return {
    key: OBJECT_KEYS.catalog,
    kind: 'catalog',
    name,
    scope: 'metastore',
    by: 'setup',
    stage: WORKSPACE_STAGE,
    create: [{ text: sql`CREATE CATALOG ${ident(name)}${location} COMMENT ${literal(mark(OBJECT_KEYS.catalog))}` }],
    ...(mode === 'automatic'
      ? ownershipTransfer(
          principal,
          grantee(blueprint),
          (owner) => sql`ALTER CATALOG ${ident(name)} SET OWNER TO ${owner}`,
        )
      : {}),
    // CASCADE, because a catalog is never empty: it always has the schema "default".
    drop: [{ text: sql`DROP CATALOG ${ident(name)} CASCADE`, succeedOn: ['not-found'] }],
    reversible: false,
    needs: [
      catalogCreation(),
      ...(managedLocation === undefined ? [] : [managedStorage(managedLocation)]),
      catalogOwnership(name, mode === 'automatic' ? ['alter', 'drop'] : ['drop']),
    ],
    why: 'Contains the policy functions and the metadata of the service, separate from all other data.',
    guard: { ...catalogGuard(blueprint), foreignContents: foreignContentsByScript(blueprint) },
    absentTest: {
      id: 'catalog-absent',
      name: 'Validate Automatic: Catalog Does Not Exist',
      after: 'metastore',
    },
    presentTest: { id: 'catalog-present', name: 'Validate Manual: Catalog Exists', after: 'metastore' },
  };
}
