import { z } from 'zod';
import { userPasswordFields } from './user-password-fields.ts';

/**
 * Returns the schema of DELETE's body for automatic integrations: the privileged login, with the field names of the
 * config.
 */
export function credentialsSchema() {
  return z.strictObject(userPasswordFields());
}
