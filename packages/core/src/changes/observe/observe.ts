import type {
  Actor,
  AnyPluginDefinition,
  FailureClass,
  FailureClassification,
  Observation,
} from '@portcullis/plugin-api';
import { classifyFailure } from '@portcullis/plugin-api';
import type { ObjectFacts } from '../plan/change-set.ts';
import type { BoundedRead } from '../sessions/bounded-read.ts';
import type { SessionPool } from '../sessions/session-pool.ts';

/** The input for an observation. */
export interface ObserveRequest {
  readonly definition: AnyPluginDefinition;
  readonly config: object;
  readonly sessions: SessionPool;
  readonly actor: Actor;
  readonly signal: AbortSignal;
  /** Limits the time of each stage. @default no limit besides the signal */
  readonly boundedRead?: BoundedRead;
  /**
   * Called with a stage that could not be observed, whose objects become `unknown`. Without it, only missing privileges are
   * treated in this way, and other failures reject.
   */
  readonly onUnseen?: (stage: string, failure: FailureClassification) => void;
}

/**
 * Observes the platform, one batch per stage in the order of the stages. An object inside an absent container, or inside a
 * remnant, is absent without an observation, since there is nothing to connect to. A stage that cannot be observed makes its
 * objects `unknown`; so does an absent stage whose container cannot be observed.
 */
export async function observeObjects(
  request: ObserveRequest,
  objects: readonly ObjectFacts[],
): Promise<ReadonlyMap<string, Observation>> {
  const { definition } = request;
  const seen = new Map<string, Observation>();
  const byKey = new Map(objects.map((object) => [object.key, object]));
  for (const stage of definition.stages) {
    const batch = objects.filter((object) => object.observeStage === stage.id);
    const inAbsent = new Set(batch.filter((object) => isInsideAbsent(object, byKey, seen)));
    const observable = batch.filter((object) => !inAbsent.has(object));
    for (const { key } of inAbsent) seen.set(key, { key, state: 'absent' });
    if (observable.length === 0) continue;
    const isVague = observable.some((object) => seen.get(object.within ?? '')?.state === 'unknown');
    const tolerated: readonly FailureClass[] = isVague ? ['missing-grant', 'not-found'] : ['missing-grant'];
    const observations = await observeOnStage(request, stage.id, observable, tolerated);
    for (const observation of observations) seen.set(observation.key, observation);
  }
  return seen;
}

async function observeOnStage(
  { definition, config, sessions, actor, signal: outer, boundedRead = (work) => work(outer), onUnseen }: ObserveRequest,
  stage: string,
  objects: readonly ObjectFacts[],
  tolerated: readonly FailureClass[],
): Promise<readonly Observation[]> {
  const { observe } = definition;
  if (!observe) return objects.map(unknown);
  try {
    const responses = await boundedRead((signal) =>
      sessions.use(stage, actor, signal, (session) => observe(session, objects, { config, signal })),
    );
    const byKey = new Map(responses.map((response) => [response.key, response]));
    return objects.map((object) => byKey.get(object.key) ?? unknown(object));
  } catch (error) {
    const failure = classifyFailure(error, definition.classifyError);
    if (!tolerated.includes(failure.class) && (!onUnseen || outer.aborted)) throw error;
    onUnseen?.(stage, failure);
    return objects.map(unknown);
  }
}

function isInsideAbsent(
  object: ObjectFacts,
  byKey: ReadonlyMap<string, ObjectFacts>,
  seen: ReadonlyMap<string, Observation>,
): boolean {
  const container = byKey.get(object.within ?? '');
  if (!container) return false;
  const found = seen.get(container.key);
  return found?.state === 'absent' || found?.isRemnant === true || isInsideAbsent(container, byKey, seen);
}

function unknown(object: ObjectFacts): Observation {
  return { key: object.key, state: 'unknown' };
}
