import { z } from 'zod';
import type { Engine } from '../engine.ts';
import { contradictionsIn, endpointProblems } from './contradictions.ts';
import { oktaFields } from './okta-schema.ts';
import { targetFields } from './target-fields.ts';
import { UNKNOWN_AUTHENTICATION, userPasswordFields } from './user-password-schema.ts';

/** The schema of `config`: strict, one shape for each authentication kind. */
export function configSchema(engine: Engine) {
  return z.discriminatedUnion(
    'authenticationType',
    [
      z.strictObject({ ...targetFields(engine), ...userPasswordFields(engine) }).superRefine((config, context) => {
        for (const issue of contradictionsIn(config, engine)) context.addIssue({ code: 'custom', ...issue });
      }),
      z.strictObject({ ...targetFields(engine), ...oktaFields() }).superRefine((config, context) => {
        for (const issue of [...contradictionsIn(config, engine), ...endpointProblems(config.host)]) {
          context.addIssue({ code: 'custom', ...issue });
        }
      }),
    ],
    { error: UNKNOWN_AUTHENTICATION },
  );
}

/** A config of this plugin: the output of its schema. */
export type RedshiftConfig = z.output<ReturnType<typeof configSchema>>;
