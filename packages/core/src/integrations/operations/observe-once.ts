import type { Observation } from '@portcullis/plugin-api';
import { observeObjects } from '../../changes/observe/observe.ts';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { BoundedRead } from '../../changes/sessions/bounded-read.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { actorFor, withContainers } from './create-execution-context.ts';

/** Observes an object. Rejects if its stage cannot be observed. */
export type Observe = (object: ObjectFacts) => Promise<Observation | undefined>;

/** The objects of an integration, and the limits of an observation. */
export interface ObservationRequest {
  readonly ledger: readonly ObjectFacts[];
  readonly signal: AbortSignal;
  readonly boundedRead: BoundedRead;
}

/** Returns a function that observes each object once, as the account that drops it, and then repeats the result. */
export function observeOnce(
  operationContext: Pick<OperationContext, 'definition' | 'config' | 'sessions' | 'mode'>,
  { ledger, signal, boundedRead }: ObservationRequest,
): Observe {
  const { definition, config, sessions } = operationContext;
  const observed = new Map<string, Promise<Observation | undefined>>();
  const observe: Observe = async (object) => {
    const search = { definition, config, sessions, actor: actorFor(object, operationContext), signal, boundedRead };
    return (await observeObjects(search, withContainers(object, ledger))).get(object.key);
  };
  return (object) => {
    const result = observed.get(object.key) ?? observe(object);
    observed.set(object.key, result);
    return result;
  };
}
