import { z } from 'zod';
import { contradictionsIn } from './contradictions.ts';
import { targetFields } from './target-fields.ts';
import { userPasswordFields } from './user-password-fields.ts';

/**
 * Returns the strict schema of `config`. `authenticationType` is the discriminator of every type; it has a default,
 * because the interface omits it for this type.
 *
 * @param local - true if the host may be this machine, for tests.
 */
export function configSchema(local: boolean) {
  return z.strictObject({ ...targetFields(local), ...userPasswordFields() }).superRefine((config, context) => {
    for (const issue of contradictionsIn(config)) context.addIssue({ code: 'custom', ...issue });
  });
}

/** A parsed config. */
export type SynapseConfig = z.output<ReturnType<typeof configSchema>>;
