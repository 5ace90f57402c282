import { z } from 'zod';
import { userPasswordFields } from './user-password-fields.ts';

/** The schema of DELETE's body for automatic integrations: the privileged login under the names it has in the config. */
export function credentialsSchema() {
  return z.strictObject(userPasswordFields());
}
