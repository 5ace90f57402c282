import { z } from 'zod';
import { keyPairFields } from './key-pair-fields.ts';
import { oauthFields } from './oauth-fields.ts';
import { targetFields } from './target-fields.ts';
import { userPasswordFields } from './user-password-fields.ts';

/** The shapes of `config`, one for each authentication kind, field by field. */
export function configShapes() {
  const target = targetFields();
  return [
    z.strictObject({ ...target, ...userPasswordFields() }),
    z.strictObject({ ...target, ...keyPairFields() }),
    z.strictObject({ ...target, ...oauthFields() }),
  ] as const;
}

/** A config that has been checked. */
export type SnowflakeConfig = z.output<ReturnType<typeof configShapes>[number]>;
