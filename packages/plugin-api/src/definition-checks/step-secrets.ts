import type { CallValue, Step } from '../objects/step.ts';
import { secretSlotsOf } from '../sql/render.ts';

/** The names of the secrets that steps need: slots of statements, and `{ $secret: name }` in the input of calls. */
export function secretsOf(steps: readonly Step[]): readonly string[] {
  return [...new Set(steps.flatMap((step) => ('text' in step ? secretSlotsOf(step.text) : referencesIn(step.input))))];
}

function referencesIn(value: CallValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const name = '$secret' in value ? value.$secret : undefined;
  return typeof name === 'string' ? [name] : Object.values(value).flatMap(referencesIn);
}
