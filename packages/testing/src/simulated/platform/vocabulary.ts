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
import { createEffectIndex, type Effect, type StepList } from './effect-index.ts';
import { stepText } from './step-text.ts';

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
  const effects = createEffectIndex();
  const finishing = new Map<string, Set<string>>();

  const learnFinish = (definition: AnyPluginDefinition, identity: string, config: object): void => {
    const finish = definition.stages.flatMap((stage) => stage.finish?.(config)?.steps ?? []);
    const texts = finish.map((step) => stepText(step, definition.dialect));
    finishing.set(identity, new Set([...(finishing.get(identity) ?? []), ...texts]));
  };

  return {
    learn(definition, config, objects, mark) {
      const { identity } = whereaboutsOf(definition, config, aliases);
      learnFinish(definition, identity, config);
      const described = describeObjects(definition, config, objects, mark, aliases);
      return objects.map((object, position) => {
        const description = described[position] as DescribedObject;
        const learnSteps = (action: StepAction, steps: readonly Step[], more: Partial<StepList> = {}): void =>
          effects.add(definition, identity, { action, objectKey: object.key, object: description, steps, ...more });
        learnSteps('create', object.create);
        learnSteps('drop', object.drop);
        learnRotation(definition, object.rotate, learnSteps);
        return learningLater(object, description, learnSteps);
      });
    },
    learnDrop: (definition, identity, object, steps) =>
      effects.add(definition, identity, { action: 'drop', objectKey: null, object, steps }),
    effectsOf(identity, text, change) {
      const possible = effects.find(identity, text).toReversed();
      if (!change) return possible;
      const meant = possible.filter(
        ({ action, objectKey }) => action === change.action && objectKey === change.objectKey,
      );
      return meant.length > 0 ? meant : possible;
    },
    finishes: (identity, text) => finishing.get(identity)?.has(text) ?? false,
    textsOf: (identity) => [...effects.textsOf(identity), ...(finishing.get(identity) ?? [])],
    containersOf(identity, stage) {
      const containers = effects
        .all(identity)
        .flatMap(({ object }) =>
          object.stage === stage && object.container && object.containerStage !== stage ? [object.container] : [],
        );
      return [...new Set(containers)];
    },
  };
}

/** Registers the statements of one object. */
type LearnSteps = (action: StepAction, steps: readonly Step[], more?: Partial<StepList>) => void;

/** Registers the statements that set the secret of each credential, and remove it. */
function learnRotation(
  { dialect }: AnyPluginDefinition,
  rotation: SecretRotation | undefined,
  learnSteps: LearnSteps,
): void {
  if (!rotation) return;
  const { slot, credentialNames, set, clear } = rotation;
  for (const name of credentialNames) {
    const cleared = clear?.(name) ?? [];
    const byValue = cleared.some((step) => stepText(step, dialect).includes(slotText(slot)));
    const credential = { slot, name: name === credentialNames[0] ? slot : `${slot}@${name}`, byValue };
    learnSteps('alter', set(name), { credential: { ...credential, clears: false } });
    learnSteps('alter', cleared, { credential: { ...credential, clears: true } });
  }
}

/** Returns an object whose functions register the statements that they return. */
function learningLater(object: ManagedObject, description: DescribedObject, learnSteps: LearnSteps): ManagedObject {
  const { alter, restore } = object;
  return {
    ...object,
    ...(alter && {
      alter(from, former) {
        const steps = alter(from, former);
        learnSteps('alter', steps);
        return steps;
      },
    }),
    ...(restore && {
      restore(former) {
        const steps = restore(former);
        const restored = { ...description, values: { ...description.values, ...former } };
        learnSteps('alter', steps ?? [], { object: restored });
        return steps;
      },
    }),
  };
}
