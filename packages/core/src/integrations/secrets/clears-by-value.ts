import type { AnyPluginDefinition, SecretRotation } from '@portcullis/plugin-api';
import { renderStep } from '../../changes/steps/rendered-step.ts';

/** Returns whether the platform has a set of secrets, from which `clear` removes one by its value. */
export function clearsByValue(definition: AnyPluginDefinition, { credentialNames, clear }: SecretRotation): boolean {
  const place = { stage: '', actor: 'setup', role: undefined } as const;
  const steps = credentialNames.flatMap((name) => clear?.(name) ?? []);
  return steps.some((step) => renderStep(definition, step, place).secretSlots.length > 0);
}
