import type { LedgerOwner } from '../../changes/ledger/ledger-entry.ts';
import { activeOwners } from '../../changes/ledger/object-owners.ts';
import type { Change, ObjectFacts } from '../../changes/plan/change-set.ts';
import { isExecutable } from '../../changes/plan/is-executable.ts';
import { objectNames } from '../../changes/plan/object-names.ts';
import { type BlockedContainer, blockedContainer, type ContentsSearch } from '../../changes/removal/find-contents.ts';
import {
  type FoundRuntimeObjects,
  findRuntimeObjects,
  NO_RUNTIME_OBJECTS,
} from '../../changes/removal/find-runtime-objects.ts';
import { createBoundedRead } from '../../changes/sessions/bounded-read.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { ledgerOwnerOf } from '../context/ledger-owner.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { actorFor, withContainers } from './create-execution-context.ts';
import { foreignAmong } from './foreign-among.ts';
import { type Observe, observeOnce } from './observe-once.ts';

/** A pending removal. */
export interface PendingRemoval {
  /** All objects in the ledger. */
  readonly ledger: readonly ObjectFacts[];
  readonly drops: readonly Change[];
  readonly signal: AbortSignal;
}

/** A platform whose containers are searched. */
type SearchedPlatform = Pick<OperationContext, 'definition' | 'config' | 'sessions' | 'redact' | 'mode'>;

/** The integration whose objects are removed from a platform. */
export type RemovalContext = SearchedPlatform & Pick<OperationContext, 'scope' | 'identity'>;

/** Returns the runtime objects inside objects that are really dropped: shared objects stay, and so do their contents. */
export async function blockingObjects(
  { store, clock }: Pick<IntegrationDependencies, 'store' | 'clock'>,
  operationContext: RemovalContext,
  integrationId: number,
  { ledger, drops, signal }: PendingRemoval,
): Promise<FoundRuntimeObjects> {
  const { definition, config, sessions, redact, mode } = operationContext;
  if ((definition.families ?? []).length + (definition.containers ?? []).length === 0) return NO_RUNTIME_OBJECTS;
  const owner = ledgerOwnerOf(operationContext, integrationId);
  const going: ObjectFacts[] = [];
  for (const { action, object } of drops) {
    if (action !== 'drop') continue;
    if (object.sharing === 'shared' && (await activeOwners(store, owner, object)).length > 0) continue;
    going.push(object);
  }
  const executable = ({ by }: Pick<ObjectFacts, 'by'>): boolean => isExecutable({ by }, mode);
  const boundedRead = createBoundedRead(clock, signal);
  const blockedKeys = new Set((definition.families ?? []).flatMap((family) => family.blocks));
  const blockable = ledger
    .filter(({ key }) => blockedKeys.has(key))
    .flatMap((object) => withContainers(object, ledger));
  const observe = observeOnce(operationContext, { ledger, signal, boundedRead });
  const foreign = await foreignAmong(
    { store, integrationId, observe },
    going.filter((object) => executable(object) && blockable.some(({ key }) => key === object.key)),
  );
  signal.throwIfAborted();
  const runtimeObjects = await findRuntimeObjects(
    { definition, config, sessions, signal, boundedRead, redact, isExecutable: executable, ledger },
    going.filter((object) => !foreign.includes(object)),
  );
  const blocked = await blockedContainers(operationContext, going.filter(executable), { observe, signal, boundedRead });
  const warnings = [...foreign.map(foreignWarning), ...runtimeObjects.warnings];
  return { ...runtimeObjects, warnings, blocked };
}

function foreignWarning({ kind, name }: ObjectFacts): string {
  return `Another account has recreated the ${kind} ${name}. The objects that were made for it at run time are left alone.`;
}

/** Returns our containers among the dropped objects that have foreign contents. Foreign containers stay anyway, and are not checked. */
async function blockedContainers(
  operationContext: SearchedPlatform,
  going: readonly ObjectFacts[],
  { observe, signal, boundedRead }: Pick<ContentsSearch, 'signal' | 'boundedRead'> & { readonly observe: Observe },
): Promise<readonly BlockedContainer[]> {
  const { definition, config, sessions, redact } = operationContext;
  const keys = new Set((definition.containers ?? []).map(({ key }) => key));
  const blocked: BlockedContainer[] = [];
  for (const object of going.filter(({ key }) => keys.has(key))) {
    const seen = await observe(object);
    if (seen?.state !== 'ours' || seen.isRemnant) continue;
    const actor = actorFor(object, operationContext);
    const search = { definition, config, sessions, redact, signal, boundedRead, actor };
    const found = await blockedContainer(search, object);
    if (found) blocked.push(found);
  }
  return blocked;
}

/**
 * Refuses to drop containers with foreign contents, unless the request or the host permits it and the platform supports it.
 *
 * @throws ServiceError `FOREIGN_CONTENTS`
 */
export function refuseBlocked({ blocked }: FoundRuntimeObjects, isAllowed: boolean): void {
  const refused = blocked.filter(({ emptyOnly }) => emptyOnly || !isAllowed);
  if (refused.length === 0) return;
  throw new ServiceError('FOREIGN_CONTENTS', refused.map(({ message }) => message).join(' '), {
    details: { containers: refused.map(({ object, foreignContents }) => ({ ...object, foreignContents })) },
  });
}

/** Returns the warnings of a plan about containers with foreign contents. */
export function blockedWarnings({ blocked }: FoundRuntimeObjects, isAllowed: boolean): readonly string[] {
  return blocked.map(({ object: { kind, name }, foreignContents, emptyOnly, message }) =>
    isAllowed && !emptyOnly
      ? `Objects that this integration has not made are dropped with the ${kind} ${name}: ${namesOf(foreignContents)}.`
      : message,
  );
}

function namesOf(foreignContents: BlockedContainer['foreignContents']): string {
  return foreignContents.length === 0 ? 'all its contents' : objectNames(foreignContents);
}

/** Returns warnings about drops of shared objects: only the last owner drops them. */
export async function sharedWarnings(
  store: StoreOperations,
  owner: LedgerOwner,
  drops: readonly Change[],
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const { action, object } of drops) {
    if (action !== 'drop' || object.sharing !== 'shared') continue;
    const others = await activeOwners(store, owner, object);
    if (others.length === 0) continue;
    const names = others.map((id) => `integration ${id}`).join(', ');
    warnings.push(
      `The ${object.kind} ${object.name} is shared with ${names} and is kept as long as it is in use there.`,
    );
  }
  return warnings;
}
