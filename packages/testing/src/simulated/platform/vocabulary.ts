import {
  type AnyPluginDefinition,
  type ManagedObject,
  type OperationChange,
  type SecretRotation,
  type Step,
  type StepAction,
  slotText,
} from '@portcullis/plugin-api';
import { type Aliases, type DescribedObject, describeObjects, whereaboutsOf } from './described-object.ts';
import { stepText } from './step-text.ts';

/** The effect of a statement: one step of an object's creation, change or removal. */
export interface Effect {
  readonly action: StepAction;
  /** The key of the object in its plugin's list, or null without a list. */
  readonly objectKey: string | null;
  readonly object: DescribedObject;
  readonly step: Step;
  /** The number of the list that contains the step. The same text may be a step of several lists. */
  readonly list: number;
  /** The position of the step in its list, from 0. */
  readonly index: number;
  readonly count: number;
  /** The position of the step that creates the object; earlier steps only prepare it. */
  readonly making: number;
  /** True if this step of the creation sets the mark. */
  readonly marks: boolean;
  /**
   * Set for a statement that writes the secret to one of several places, or removes it there. `byValue`: the places are a
   * set, from which a secret is removed by its value.
   */
  readonly place?: {
    readonly slot: string;
    readonly name: string;
    readonly clears: boolean;
    readonly byValue: boolean;
  };
}

/**
 * The known statements of plugins and their effects. Statements are not parsed: the `objects` of a plugin returns every
 * statement that the library can execute, together with its purpose. Entries are never removed, because the ledger can
 * contain statements of an older config.
 */
export interface Vocabulary {
  /**
   * Registers the statements of a list, and later those that its `alter` and `restore` functions return. Returns the
   * list to use instead.
   */
  learn(
    definition: AnyPluginDefinition,
    config: object,
    objects: readonly ManagedObject[],
    mark: (key: string) => string,
  ): readonly ManagedObject[];
  /** Registers a statement that removes an object outside all lists. */
  learnDrop(definition: AnyPluginDefinition, identity: string, object: DescribedObject, steps: readonly Step[]): void;
  /**
   * Returns the possible effects of a statement for a target, the most recently registered list first.
   *
   * @param change - the change of the statement: of several statements with the same text, only the one in this
   * change has an effect.
   */
  effectsOf(identity: string, text: string, change?: OperationChange): readonly Effect[];
  /** Returns whether a statement completes the work on a stage: it changes no object. */
  finishes(identity: string, text: string): boolean;
  /** Every statement known for a target. */
  textsOf(identity: string): readonly string[];
  /** Addresses of the containers that must exist for a connection on a stage. */
  containersOf(identity: string, stage: string): readonly string[];
}

/** Creates an empty vocabulary. */
export function createVocabulary(aliases: Aliases): Vocabulary {
  const byIdentity = new Map<string, Map<string, Map<string, Effect>>>();
  const finishing = new Map<string, Set<string>>();
  /** The number of each list: its texts would make long keys for every step. */
  const numbers = new Map<string, number>();

  const textsFor = (identity: string) => {
    const known = byIdentity.get(identity) ?? new Map<string, Map<string, Effect>>();
    byIdentity.set(identity, known);
    return known;
  };

  const learnSteps = (
    definition: AnyPluginDefinition,
    identity: string,
    { action, objectKey }: Pick<Effect, 'action' | 'objectKey'>,
    object: DescribedObject,
    steps: readonly Step[],
    place?: Effect['place'],
  ): void => {
    const texts = steps.map((step) => stepText(step, definition.dialect));
    const marking = Math.max(
      0,
      texts.findIndex((text) => text.includes(object.mark)),
    );
    const making = Math.max(
      0,
      steps.findIndex(({ prepares }) => !prepares),
    );
    const variant = place ? [place.name, place.clears] : [];
    const key = JSON.stringify([action, objectKey, object.address, ...variant, ...texts]);
    const list = numbers.get(key) ?? numbers.size;
    numbers.set(key, list);
    const known = textsFor(identity);
    for (const [index, step] of steps.entries()) {
      const text = texts[index] as string;
      const effects = known.get(text) ?? new Map<string, Effect>();
      const effect = { action, objectKey, object, step, list, index, count: steps.length, making };
      effects.delete(`${index} ${list}`);
      effects.set(`${index} ${list}`, { ...effect, marks: index >= marking, ...(place ? { place } : {}) });
      known.set(text, effects);
    }
  };

  return {
    learn(definition, config, objects, mark) {
      const { identity } = whereaboutsOf(definition, config, aliases);
      const finish = definition.stages.flatMap((stage) => stage.finish?.(config)?.steps ?? []);
      const texts = finish.map((step) => stepText(step, definition.dialect));
      finishing.set(identity, new Set([...(finishing.get(identity) ?? []), ...texts]));
      const described = describeObjects(definition, config, objects, mark, aliases);
      return objects.map((object, position) => {
        const facts = described[position] as DescribedObject;
        const doing = (action: StepAction) => ({ action, objectKey: object.key });
        learnSteps(definition, identity, doing('create'), facts, object.create);
        learnSteps(definition, identity, doing('drop'), facts, object.drop);
        for (const name of object.rotate?.places ?? []) {
          const { slot, set, clear } = object.rotate as SecretRotation;
          const cleared = clear?.(name) ?? [];
          const byValue = cleared.some((step) => stepText(step, definition.dialect).includes(slotText(slot)));
          const at = { slot, name: name === object.rotate?.places[0] ? slot : `${slot}@${name}`, byValue };
          learnSteps(definition, identity, doing('alter'), facts, set(name), { ...at, clears: false });
          learnSteps(definition, identity, doing('alter'), facts, cleared, { ...at, clears: true });
        }
        const { alter, restore } = object;
        return {
          ...object,
          ...(alter && {
            alter(from, former) {
              const steps = alter(from, former);
              learnSteps(definition, identity, doing('alter'), facts, steps);
              return steps;
            },
          }),
          ...(restore && {
            restore(former) {
              const steps = restore(former);
              const restored = { ...facts, values: { ...facts.values, ...former } };
              learnSteps(definition, identity, doing('alter'), restored, steps ?? []);
              return steps;
            },
          }),
        };
      });
    },
    learnDrop: (definition, identity, object, steps) =>
      learnSteps(definition, identity, { action: 'drop', objectKey: null }, object, steps),
    effectsOf(identity, text, change) {
      const effects = [...(byIdentity.get(identity)?.get(text)?.values() ?? [])].reverse();
      if (!change) return effects;
      const meant = effects.filter(
        ({ action, objectKey }) => action === change.action && objectKey === change.objectKey,
      );
      return meant.length > 0 ? meant : effects;
    },
    finishes: (identity, text) => finishing.get(identity)?.has(text) ?? false,
    textsOf: (identity) => [...(byIdentity.get(identity)?.keys() ?? []), ...(finishing.get(identity) ?? [])],
    containersOf(identity, stage) {
      const effects = [...(byIdentity.get(identity)?.values() ?? [])].flatMap((each) => [...each.values()]);
      const containers = effects.flatMap(({ object }) =>
        object.stage === stage && object.container && object.containerStage !== stage ? [object.container] : [],
      );
      return [...new Set(containers)];
    },
  };
}
