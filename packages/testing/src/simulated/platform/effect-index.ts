import type { AnyPluginDefinition, Step, StepAction } from '@portcullis/plugin-api';
import type { DescribedObject } from './described-object.ts';
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
   * Set for a statement that sets the secret of one of several credentials, or removes it. `byValue`: the credentials
   * are a set, from which a secret is removed by its value.
   */
  readonly credential?: {
    readonly slot: string;
    readonly name: string;
    readonly clears: boolean;
    readonly byValue: boolean;
  };
}

/** A list of steps for one object. */
export interface StepList extends Pick<Effect, 'action' | 'objectKey' | 'object' | 'credential'> {
  readonly steps: readonly Step[];
}

/** The effects of statements, by target and text. */
export interface EffectIndex {
  /** Adds the effects of a list. */
  add(definition: AnyPluginDefinition, identity: string, list: StepList): void;
  /** Returns the effects of a text, in the order in which their lists were last added. */
  find(identity: string, text: string): readonly Effect[];
  /** Returns every effect for a target. */
  all(identity: string): readonly Effect[];
  /** Returns every text for a target. */
  textsOf(identity: string): readonly string[];
}

/** Creates an empty index. */
export function createEffectIndex(): EffectIndex {
  const byIdentity = new Map<string, Map<string, Map<string, Effect>>>();
  /** The number of each list: its texts would make long keys for every step. */
  const numbers = new Map<string, number>();

  const textsFor = (identity: string) => {
    const known = byIdentity.get(identity) ?? new Map<string, Map<string, Effect>>();
    byIdentity.set(identity, known);
    return known;
  };

  return {
    add(definition, identity, { action, objectKey, object, steps, credential }) {
      const texts = steps.map((step) => stepText(step, definition.dialect));
      const marking = firstIndex(texts, (text) => text.includes(object.mark));
      const making = firstIndex(steps, ({ prepares }) => !prepares);
      const variant = credential ? [credential.name, credential.clears] : [];
      const key = JSON.stringify([action, objectKey, object.address, ...variant, ...texts]);
      const list = numbers.get(key) ?? numbers.size;
      numbers.set(key, list);
      const known = textsFor(identity);
      for (const [index, step] of steps.entries()) {
        const text = texts[index] as string;
        const effects = known.get(text) ?? new Map<string, Effect>();
        const effect = { action, objectKey, object, step, list, index, count: steps.length, making };
        effects.delete(`${index} ${list}`);
        effects.set(`${index} ${list}`, { ...effect, marks: index >= marking, ...(credential ? { credential } : {}) });
        known.set(text, effects);
      }
    },
    find: (identity, text) => [...(byIdentity.get(identity)?.get(text)?.values() ?? [])],
    all: (identity) => [...(byIdentity.get(identity)?.values() ?? [])].flatMap((effects) => [...effects.values()]),
    textsOf: (identity) => [...(byIdentity.get(identity)?.keys() ?? [])],
  };
}

/** Returns the position of the first match; 0 without one. */
function firstIndex<Item>(items: readonly Item[], matches: (item: Item) => boolean): number {
  return Math.max(0, items.findIndex(matches));
}
