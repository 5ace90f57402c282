import type { AnyPluginDefinition, ManagedObject, Privilege, SetupMode } from '@portcullis/plugin-api';
import { objectNames } from '../../changes/plan/object-names.ts';
import { ADMINISTRATOR, privilegeText, renderGrants } from '../../changes/plan/render-grants.ts';
import type { NeededPrivilegeView } from './setup-privileges-view.ts';

type ObjectOperation = NonNullable<Privilege['operations']>[number];
type Operation = NeededPrivilegeView['operations'][number];

/**
 * The meaning of an operation on an object for the integration. An edit adds and removes the objects of a feature, and
 * changes all others.
 */
const MEANING: Readonly<Record<ObjectOperation, (ofFeature: boolean) => readonly Operation[]>> = {
  create: (ofFeature) => (ofFeature ? ['create', 'edit'] : ['create']),
  alter: () => ['edit'],
  drop: (ofFeature) => (ofFeature ? ['edit', 'delete'] : ['delete']),
  observe: () => ['create', 'edit', 'delete'],
};

const OPERATIONS: readonly Operation[] = ['create', 'edit', 'delete'];

/** The part of an object that determines its privileges. */
export type NeedingObject = Pick<ManagedObject, 'key' | 'kind' | 'name' | 'by' | 'needs' | 'guard' | 'feature' | 'why'>;

/** A privilege, and one object that needs it. */
interface Use {
  readonly object: NeedingObject;
  readonly need: Privilege;
}

/**
 * Returns the union of the objects' privileges: each privilege once, with all objects that need it, in the order of the objects.
 *
 * @param options.grantee - the account that receives the set-up account's privileges.
 * @param options.mode - only the script of a manual set-up runs the queries of guards.
 */
export function neededPrivileges(
  definition: AnyPluginDefinition,
  objects: readonly NeedingObject[],
  { grantee, mode }: { readonly grantee: string | undefined; readonly mode: SetupMode },
): readonly NeededPrivilegeView[] {
  const uses = new Map<string, Use[]>();
  for (const object of objects) {
    for (const need of [...object.needs, ...(mode === 'manual' ? guardNeeds(object) : [])]) {
      const { name, on, withGrant = false } = need;
      const identity = JSON.stringify([heldBy(object), name, on, withGrant]);
      uses.set(identity, [...(uses.get(identity) ?? []), { object, need }]);
    }
  }
  return [...uses.values()].map((usesOfPrivilege) => toView(definition, usesOfPrivilege as [Use, ...Use[]], grantee));
}

function guardNeeds({ by, guard }: NeedingObject): readonly Privilege[] {
  const needs = by === 'service' ? [] : (guard?.needs ?? []);
  return needs.map((need) => ({ ...need, operations: ['create', 'alter', 'drop'] }));
}

/**
 * Returns the reasons why no account with only these privileges can do the work: privileges that can neither be granted nor come
 * with an object.
 */
export function ungrantablePrivileges(privileges: readonly NeededPrivilegeView[]): readonly string[] {
  const ungrantable = privileges.filter(
    ({ heldBy: holder, grantable, comesWith }) => holder === 'setup' && !grantable && comesWith === undefined,
  );
  return ungrantable.map(
    (each) => `${privilegeText(each)} cannot be granted but is needed for ${objectNames(each.objects)}.`,
  );
}

function toView(
  definition: AnyPluginDefinition,
  uses: readonly [Use, ...Use[]],
  grantee: string | undefined,
): NeededPrivilegeView {
  const [{ object: first, need }] = uses;
  const { name, on, withGrant = false, grantable = true, anyOf = [], comesWith } = need;
  const holder = heldBy(first);
  const operations = new Set(uses.flatMap(({ object, need: each }) => operationsOf(object, each)));
  const isGranted = comesWith === undefined && holder === 'setup';
  const statements = isGranted ? renderGrants(definition, need, grantee) : [];
  return {
    name,
    on,
    withGrant,
    grantable,
    anyOf,
    ...(comesWith === undefined ? {} : { comesWith }),
    heldBy: holder,
    operations: OPERATIONS.filter((each) => operations.has(each)),
    objects: uses.map(({ object, need: each }) => ({
      key: object.key,
      kind: object.kind,
      name: object.name,
      operations: each.operations ?? ['create'],
      why: object.why,
    })),
    statements,
    ...(statements.length > 0 ? { grantedBy: need.grantedBy ?? ADMINISTRATOR } : {}),
  };
}

function heldBy({ by }: NeedingObject): NeededPrivilegeView['heldBy'] {
  return by === 'service' ? 'service' : 'setup';
}

function operationsOf({ feature }: NeedingObject, need: Privilege): readonly Operation[] {
  return (need.operations ?? ['create']).flatMap((operation) => MEANING[operation](feature !== undefined));
}
