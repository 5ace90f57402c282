import { z } from 'zod';
import type { Engine } from '../engine.ts';
import { oktaFields } from './okta-schema.ts';
import { UNKNOWN_AUTHENTICATION, userPasswordFields } from './user-password-schema.ts';

/**
 * Returns the schema of DELETE's body for automatic integrations: a privileged account, with the field names of the
 * config.
 */
export function credentialsSchema(engine: Engine) {
  return z.discriminatedUnion(
    'authenticationType',
    [z.strictObject(userPasswordFields(engine)), z.strictObject(oktaFields())],
    { error: UNKNOWN_AUTHENTICATION },
  );
}
