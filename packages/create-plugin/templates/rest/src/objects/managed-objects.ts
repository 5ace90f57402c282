import type { ManagedObject, ObjectContext } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import { STAGE } from '../stages.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { readPermission, writePermission } from './permissions.ts';
import { CALLS } from './run-call.ts';

type Mark = ObjectContext<never>['mark'];

/**
 * Returns the managed objects of an integration, in the order of their creation. Plans, reversal, drift and the minimal
 * set-up role are derived from this list: add every other object that the service needs on the platform here.
 */
export function managedObjects(config: Config, { mark }: { readonly mark: Mark }): readonly ManagedObject[] {
  return [readers(config), space(config, mark), spaceReaders(config)];
}

/** A required object: it must exist, and is neither created nor dropped. */
function readers({ readers: name }: Config): ManagedObject {
  return {
    key: OBJECT_KEYS.readers,
    kind: 'group',
    name,
    scope: 'account',
    sharing: 'required',
    by: 'administrator',
    stage: STAGE,
    create: [],
    drop: [],
    needs: [{ name: 'groups:read', on: `group ${name}`, operations: ['observe'] }],
    why: 'Its members read the contents of the space.',
    presentTest: { id: 'readers-present', name: 'Validate Manual: Group of Readers Exists' },
  };
}

function space({ space: name, retentionDays }: Config, mark: Mark): ManagedObject {
  const ours = mark(OBJECT_KEYS.space);
  return {
    key: OBJECT_KEYS.space,
    kind: 'space',
    name,
    scope: 'account',
    by: 'service',
    stage: STAGE,
    // Calls are data: plan and journal show them unchanged. `outputs` are stored for later.
    create: [{ call: CALLS.createSpace, input: { name, retentionDays, mark: ours }, outputs: ['spaceId'] }],
    // A config with another retention alters the space. Without `alter` it would be dropped and created again.
    desired: { retentionDays },
    alter: () => [{ call: CALLS.updateSpace, input: { name, retentionDays, mark: ours } }],
    restore: ({ retentionDays: former = null }) => [
      { call: CALLS.updateSpace, input: { name, retentionDays: former, mark: ours } },
    ],
    drop: [{ call: CALLS.deleteSpace, input: { name, mark: ours }, succeedOn: ['not-found'] }],
    // The data of the service in it is lost.
    reversible: false,
    needs: [writePermission(name), readPermission(name)],
    why: 'Contains the objects that the service creates for the readers, separate from all other data.',
    absentTest: { id: 'space-absent', name: 'Validate: Space Does Not Exist' },
  };
}

function spaceReaders({ space: inSpace, readers: group }: Config): ManagedObject {
  return {
    key: OBJECT_KEYS.spaceReaders,
    kind: 'grant',
    name: `${group} in ${inSpace}`,
    scope: 'account',
    by: 'service',
    stage: STAGE,
    create: [{ call: CALLS.addReader, input: { space: inSpace, group } }],
    drop: [{ call: CALLS.removeReader, input: { space: inSpace, group }, succeedOn: ['not-found'] }],
    // It is deleted with the space, so no call has to revoke it.
    within: OBJECT_KEYS.space,
    needs: [writePermission(inSpace), readPermission(inSpace)],
    why: 'Without it, no member of the group can read the space.',
  };
}
