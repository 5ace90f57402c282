import type { ManagedObject, ObjectContext, SetupMode } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import { STAGE } from '../stages.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { permission } from './permissions.ts';
import { CALLS } from './run-call.ts';
import { serviceAccount } from './service-account.ts';
import { UNTIL_ABSENT, UNTIL_PRESENT } from './visibility.ts';

type Mark = ObjectContext<never>['mark'];
type Maker = 'setup' | 'service';

/**
 * Returns the managed objects of an integration, in the order of their creation. A platform without a language has no
 * scripts: in automatic mode the privileged account makes the objects, in manual mode the prepared account of the
 * config, as which the service also signs in.
 */
export function managedObjects(
  config: Config,
  { mark, mode }: { readonly mark: Mark; readonly mode: SetupMode },
): readonly ManagedObject[] {
  const by = mode === 'automatic' ? 'setup' : 'service';
  const objects = [catalog(config), role(config, by, mark), catalogGrant(config, by)];
  return mode === 'automatic' ? [...objects, serviceAccount(config, mark)] : objects;
}

/** A required object: it must exist, and is neither created nor dropped. */
function catalog({ catalog: name }: Config): ManagedObject {
  return {
    key: OBJECT_KEYS.catalog,
    kind: 'catalog',
    name,
    scope: 'account',
    sharing: 'required',
    by: 'administrator',
    stage: STAGE,
    create: [],
    drop: [],
    needs: [permission('catalogs:read', ['observe'])],
    why: 'Contains the data on which the role has a privilege.',
    presentTest: { id: 'catalog-present', name: 'Validate: Catalog Exists' },
  };
}

function role({ role: name }: Config, by: Maker, mark: Mark): ManagedObject {
  const ours = mark(OBJECT_KEYS.role);
  return {
    key: OBJECT_KEYS.role,
    kind: 'role',
    name,
    scope: 'account',
    by,
    stage: STAGE,
    create: [{ call: CALLS.createRole, input: { name, mark: ours }, waitUntil: UNTIL_PRESENT }],
    drop: [{ call: CALLS.deleteRole, input: { name, mark: ours }, succeedOn: ['not-found'], waitUntil: UNTIL_ABSENT }],
    // Its members lose it.
    reversible: false,
    needs: [permission('roles:write', ['create', 'drop']), permission('roles:read', ['observe', 'create', 'drop'])],
    why: 'Has the privilege of the service, and no other one.',
    absentTest: { id: 'role-absent', name: 'Validate: Role Does Not Exist' },
  };
}

function catalogGrant({ role: to, catalog: on, privilege }: Config, by: Maker): ManagedObject {
  const grant = (name: string | number | boolean | null) => ({
    call: CALLS.grant,
    input: { role: to, catalog: on, privilege: name },
    // A grant that exists already is not an error of a repair.
    succeedOn: ['already-exists'] as const,
  });
  const revoke = (name: string | number | boolean | null) => ({
    call: CALLS.revoke,
    input: { role: to, catalog: on, privilege: name },
    succeedOn: ['not-found'] as const,
    waitUntil: UNTIL_PRESENT,
  });
  return {
    key: OBJECT_KEYS.catalogGrant,
    kind: 'grant',
    name: `${on} to ${to}`,
    scope: 'account',
    by,
    stage: STAGE,
    create: [{ ...grant(privilege), waitUntil: UNTIL_PRESENT }],
    // The platform cannot change a grant. The role has both privileges for a moment, never none.
    desired: { privilege },
    alter: ({ privilege: from = null }) => [grant(privilege), revoke(from)],
    restore: ({ privilege: former = null }) => [grant(former), revoke(privilege)],
    drop: [{ ...revoke(privilege), waitUntil: UNTIL_ABSENT }],
    // It is deleted with the role, so no call has to revoke it.
    within: OBJECT_KEYS.role,
    needs: [
      permission('roles:write', ['create', 'alter', 'drop']),
      permission('roles:read', ['observe', 'create', 'alter', 'drop']),
    ],
    why: 'Without it, the role cannot use the catalog.',
  };
}
