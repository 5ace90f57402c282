import type { SlotValues } from '@portcullis/plugin-api';
import { PlatformError } from '@portcullis/plugin-api';
import { saltOf } from '../observe/marks.ts';

/** The sources that slots are filled from. */
export interface SlotSources {
  readonly secrets: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly instanceId: string;
  readonly identity: readonly string[];
  /** The outputs of calls, by `objectKey.name`; grows while the operation runs. */
  readonly outputs: ReadonlyMap<string, string>;
}

/**
 * Creates the function that fills slots from an operation's secrets and facts. A statement with a slot that cannot be filled is
 * not sent.
 */
export function createSlotValues({ secrets, facts, instanceId, identity, outputs }: SlotSources): SlotValues {
  return {
    secret: (name) => secrets[name] ?? missing('secret', name),
    fact: (name) => {
      const value = outputs.get(name) ?? facts[name];
      return value === undefined || value === null ? missing('fact', name) : String(value);
    },
    context: (name) => ({ salt: saltOf(instanceId, identity, name) }),
  };
}

function missing(what: string, name: string): never {
  throw new PlatformError({
    failureClass: 'internal',
    message: `The ${what} "${name}", which a statement needs, is not known.`,
  });
}
