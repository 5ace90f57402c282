import type { OperationResult } from '@portcullis/plugin-api';
import { addressOf, type Catalogue, type CatalogueObject, type FilledSlot } from './catalogue.ts';
import type { Effect } from './effect-index.ts';
import { SimulatedFailure } from './simulated-failure.ts';

/** The input for applying a statement. */
export interface Application {
  readonly catalogue: Catalogue;
  /** The values of the statement's secret slots. */
  readonly secrets: Readonly<Record<string, FilledSlot>>;
  /** Returns whether a session is connected inside an object, which then cannot be dropped. */
  isInUse(address: string): boolean;
}

/**
 * Selects the effect of a statement. The same text may create an object or update an existing one, and it may be a step
 * of several lists, such as a step that saves every change.
 *
 * @param previous - the step that ran before: the next one of its list comes first.
 */
export function chooseEffect(
  effects: readonly Effect[],
  catalogue: Catalogue,
  previous: Effect | undefined,
): Effect | undefined {
  const fits = (effect: Effect): boolean => {
    const found = findObject(catalogue, effect);
    if (effect.action === 'create') return effect.index <= effect.making ? !found : found?.complete === false;
    return found?.complete === true || (effect.action === 'drop' && found !== undefined);
  };
  const next = effects.find(({ list, index }) => previous && list === previous.list && index === previous.index + 1);
  return next ?? effects.find(fits) ?? effects[0];
}

/**
 * Applies a statement to the catalogue.
 *
 * @throws SimulatedFailure as a platform does: for the creation of an existing object, the change of a missing object,
 * and the drop of an object that is in use or that another object needs.
 */
export function applyEffect(effect: Effect, application: Application): OperationResult {
  const { object } = effect;
  const found = findObject(application.catalogue, effect);
  const named = `${object.kind} ${object.name}`;
  if (effect.action === 'create') return create(effect, found, application, named);
  if (!found) throw new SimulatedFailure('not-found', `${named} does not exist.`);
  if (effect.action === 'alter') alter(effect, found, application);
  else drop(effect, found, application, named);
  return {};
}

/**
 * Returns the object of a statement. A changed or dropped object may still have an earlier name, so its mark identifies
 * it.
 */
export function findObject(catalogue: Catalogue, { action, object }: Effect): CatalogueObject | undefined {
  const named = catalogue.get(object.address);
  if (named || action === 'create') return named;
  const { server, kind, mark } = object;
  return catalogue.all().find((each) => each.server === server && each.kind === kind && each.mark === mark);
}

function create(
  effect: Effect,
  found: CatalogueObject | undefined,
  { catalogue, secrets }: Application,
  named: string,
): OperationResult {
  const { object, index, count, making, step } = effect;
  const { address: _address, containerStage: _stage, mark, ...described } = object;
  const complete = index === count - 1;
  if (index < making) return {};
  if (index === making) {
    if (found) throw new SimulatedFailure('already-exists', `${named} exists already.`);
    if (object.container && !catalogue.get(object.container)) {
      throw new SimulatedFailure('not-found', `The container of ${named} does not exist.`);
    }
  } else if (!found) throw new SimulatedFailure('not-found', `${named} does not exist.`);
  const state = { ...described, values: complete ? object.values : {}, complete };
  const made = found
    ? catalogue.change(found, {
        ...state,
        mark: effect.marks ? mark : found.mark,
        secrets: { ...found.secrets, ...secrets },
      })
    : catalogue.add({ ...state, mark: effect.marks ? mark : null, secrets });
  const outputs = 'call' in step ? (step.outputs ?? []) : [];
  return outputs.length === 0
    ? {}
    : { outputs: Object.fromEntries(outputs.map((name) => [name, `${name}-${made.id}`])) };
}

function alter(effect: Effect, found: CatalogueObject, { catalogue, secrets }: Application): void {
  const { object, index, count, credential } = effect;
  if (credential) {
    catalogue.change(found, { secrets: rotated(found.secrets, credential, secrets[credential.slot]) });
    return;
  }
  const { name, values, revision } = object;
  const changes = index === count - 1 ? { name, values, revision } : {};
  catalogue.change(found, { ...changes, secrets: { ...found.secrets, ...secrets } });
}

/** Returns the secrets of an account after one was written to a credential, or removed from it. */
function rotated(
  secrets: CatalogueObject['secrets'],
  { slot, name, clears, byValue }: NonNullable<Effect['credential']>,
  filled: FilledSlot | undefined,
): CatalogueObject['secrets'] {
  if (!byValue) {
    const { [name]: _old, ...others } = secrets;
    return filled && !clears ? { ...others, [name]: filled } : others;
  }
  const others = Object.fromEntries(Object.entries(secrets).filter(([, { text }]) => text !== filled?.text));
  return filled && !clears ? { ...others, [`${slot}@${filled.text}`]: filled } : others;
}

function drop({ index, count }: Effect, found: CatalogueObject, application: Application, named: string): void {
  const { catalogue } = application;
  if (index < count - 1) return;
  const [blocker] = catalogue.blockersOf(addressOf(found));
  if (blocker) throw new SimulatedFailure('in-use', `${blocker.kind} ${blocker.name} needs ${named}.`);
  if (application.isInUse(addressOf(found))) throw new SimulatedFailure('in-use', `${named} has open connections.`);
  catalogue.remove(addressOf(found));
}
