import {
  type AnyPluginDefinition,
  classifyFailure,
  type FailureClassification,
  type ListedRuntimeObject,
  type ObjectFamily,
  type Session,
} from '@portcullis/plugin-api';
import type { RuntimeObject } from '../../options/planned-removal.ts';
import { actorOf, type Change, type ObjectFacts } from '../plan/change-set.ts';
import { dropChanges } from '../plan/derive-changes.ts';
import { privilegeText } from '../plan/render-grants.ts';
import type { BoundedRead } from '../sessions/bounded-read.ts';
import type { SessionPool } from '../sessions/session-pool.ts';
import { renderStep, toStoredStep } from '../steps/rendered-step.ts';
import type { BlockedContainer } from './find-contents.ts';

type Family = ObjectFamily<Session, object>;

/** The scope of a search for runtime objects. */
export interface RuntimeObjectSearch {
  readonly definition: AnyPluginDefinition;
  readonly config: object;
  readonly sessions: SessionPool;
  readonly signal: AbortSignal;
  /** Limits the time of each list. */
  readonly boundedRead: BoundedRead;
  readonly redact: (text: string) => string;
  /** Returns whether the library itself acts for an object of this maker. */
  readonly isExecutable: (object: Pick<ObjectFacts, 'by'>) => boolean;
  /** All objects in the ledger. */
  readonly ledger: readonly ObjectFacts[];
}

/** The runtime objects of a removal. */
export interface FoundRuntimeObjects {
  /** All of them, including those that vanish with their container. */
  readonly shown: readonly RuntimeObject[];
  /** The drops of blocking objects, which come first in the removal. */
  readonly changes: readonly Change[];
  /** Families that could not be listed, one sentence each. */
  readonly warnings: readonly string[];
  /** Containers that must stay because of their contents. */
  readonly blocked: readonly BlockedContainer[];
}

/** No blocking objects. */
export const NO_RUNTIME_OBJECTS: FoundRuntimeObjects = { shown: [], changes: [], warnings: [], blocked: [] };

/**
 * Finds runtime objects inside objects that are about to be dropped. A family that cannot be listed causes a warning; its objects
 * then block the drop, so nothing is lost.
 */
export async function findRuntimeObjects(
  search: RuntimeObjectSearch,
  going: readonly ObjectFacts[],
): Promise<Omit<FoundRuntimeObjects, 'blocked'>> {
  const { definition, ledger, redact } = search;
  const keys = withContents(going, ledger);
  const families = ((definition.families ?? []) as readonly Family[]).filter(
    ({ blocks, within }) => blocks.some((key) => keys.has(key)) || (within !== undefined && keys.has(within)),
  );
  const shown: RuntimeObject[] = [];
  const blocking: ObjectFacts[] = [];
  const privileges = new Map<string, readonly string[]>();
  const warnings: string[] = [];
  for (const family of families) {
    const { key, kind, within } = family;
    const vanishesWith = within !== undefined && keys.has(within) ? within : undefined;
    const by = accountOf(definition, family);
    if (vanishesWith === undefined && !search.isExecutable({ by })) continue;
    const listed = await listRuntimeObjects(search, family);
    if ('class' in listed) {
      if (listed.class === 'not-found') continue;
      warnings.push(
        `The objects of kind ${kind} that may block the drop could not be listed: ${redact(listed.message)}`,
      );
      continue;
    }
    for (const runtimeObject of listed) {
      shown.push({
        family: key,
        kind,
        name: runtimeObject.name,
        ...(vanishesWith === undefined ? {} : { vanishesWith }),
      });
      if (vanishesWith !== undefined) continue;
      const facts = factsOfRuntimeObject(definition, family, runtimeObject);
      blocking.push(facts);
      privileges.set(facts.key, (family.needs?.(runtimeObject) ?? []).map(privilegeText));
    }
  }
  const changes = dropChanges(blocking).map((each) => ({
    ...each,
    isRuntime: true,
    privileges: privileges.get(each.object.key) ?? [],
    reason: 'Made at run time; the object it belongs to cannot be dropped while it exists.',
  }));
  return { shown, changes, warnings };
}

/** Returns the account that lists and drops the objects of a family: the service account if there is no privileged one. */
function accountOf({ ownCredential, bootstrap }: AnyPluginDefinition, { by }: Family): 'setup' | 'service' {
  return by ?? (ownCredential || bootstrap === 'manual' ? 'service' : 'setup');
}

/** Returns the keys of the objects that are dropped and of those that vanish with them. */
function withContents(going: readonly ObjectFacts[], ledger: readonly ObjectFacts[]): ReadonlySet<string> {
  const keys = new Set(going.map(({ key }) => key));
  // The iteration includes elements that are added during it.
  for (const key of keys) for (const inner of ledger) if (inner.within === key) keys.add(inner.key);
  return keys;
}

async function listRuntimeObjects(
  { definition, config, sessions, signal: outer, boundedRead }: RuntimeObjectSearch,
  family: Family,
): Promise<readonly ListedRuntimeObject[] | FailureClassification> {
  const actor = actorOf(accountOf(definition, family));
  try {
    return await boundedRead((signal) =>
      sessions.use(family.stage, actor, signal, (session) => family.list(session, { config, signal })),
    );
  } catch (error) {
    outer.throwIfAborted();
    return classifyFailure(error, definition.classifyError);
  }
}

function factsOfRuntimeObject(
  definition: AnyPluginDefinition,
  family: Family,
  runtimeObject: ListedRuntimeObject,
): ObjectFacts {
  const { key, kind, stage, blocks } = family;
  const by = accountOf(definition, family);
  const place = { stage, actor: actorOf(by), role: family.role };
  const rendered = family.drop(runtimeObject).map((step) => renderStep(definition, step, place));
  return {
    key: `${key}:${runtimeObject.name}`,
    kind,
    name: runtimeObject.name,
    scope: 'database',
    sharing: 'exclusive',
    by,
    stage,
    observeStage: stage,
    mark: '',
    desired: {},
    revision: null,
    within: null,
    // If its drop fails, the objects that it blocks wait for the next attempt.
    blocks,
    dropAfter: [],
    reversible: false,
    make: null,
    // It existed when it was listed. If it has been dropped since, the desired state is reached.
    drop: rendered.map((step) => ({ ...toStoredStep(step), succeedOn: [...step.succeedOn, 'not-found' as const] })),
  };
}
