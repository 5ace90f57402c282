import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { type SecretPolicy, SLOT_NAME } from '../sql/slots.ts';
import { type Issues, issueIf } from './issues.ts';

/** The minimum length of a generated secret: 16 characters of 62 are 95 bits. */
const MIN_SECRET = 16;

/** Checks that secret slots have camelCase names, and the policy of a generated secret can be satisfied. */
export function checkSecretSlots({ generatedSecrets, manualSecrets }: AnyPluginDefinition): Issues {
  return [
    ...checkSlotNames('generatedSecrets', generatedSecrets),
    ...checkSlotNames('manualSecrets', manualSecrets),
    ...Object.entries(generatedSecrets ?? {}).flatMap(([name, policy]) =>
      checkPolicy(`generatedSecrets.${name}`, policy),
    ),
  ];
}

function checkSlotNames(field: string, slots: object = {}): Issues {
  const fix = 'Use camelCase letters and digits, as in secretSlot().';
  return Object.keys(slots).flatMap((name) =>
    issueIf(!SLOT_NAME.test(name), `${field}.${name}`, 'is not the name of a slot.', fix),
  );
}

function checkPolicy(path: string, { length = MIN_SECRET, classes, symbols = '' }: SecretPolicy): Issues {
  const isLong = Number.isInteger(length) && length >= MIN_SECRET;
  const wantsSymbols = classes?.includes('symbol') ?? false;
  return [
    ...issueIf(
      !isLong,
      `${path}.length`,
      `${length} is too short for a secret.`,
      `Use a whole number from ${MIN_SECRET} up.`,
    ),
    ...issueIf(classes?.length === 0, `${path}.classes`, 'is empty.', 'Name at least one class, or leave it out.'),
    ...issueIf(
      wantsSymbols !== (symbols !== ''),
      `${path}.symbols`,
      "and the class 'symbol' come together.",
      "Set both: 'symbol' in classes, and the symbols that the platform takes.",
    ),
  ];
}
