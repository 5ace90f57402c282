import { z } from 'zod';
import { contradictionsIn } from './contradictions.ts';
import { targetFields } from './target-fields.ts';
import { userPasswordFields } from './user-password-fields.ts';

/**
 * The schema of `config`: strict. `authenticationType` is the discriminator of every type; the interface leaves it out for this
 * one, so that it has a default.
 *
 * @param local - whether the host may be this machine, for tests.
 */
export function configSchema(local: boolean) {
  return z.strictObject({ ...targetFields(local), ...userPasswordFields() }).superRefine((config, context) => {
    for (const issue of contradictionsIn(config)) context.addIssue({ code: 'custom', ...issue });
  });
}

/** A config that has been checked. */
export type SynapseConfig = z.output<ReturnType<typeof configSchema>>;
