import { z } from 'zod';
import { keyPairFields } from './key-pair-fields.ts';
import { oauthFields } from './oauth-fields.ts';
import { targetFields } from './target-fields.ts';
import { userPasswordFields } from './user-password-fields.ts';

/** Returns the schemas of `config` without rules between fields, one for each authentication kind. */
export function configShapes() {
  const target = targetFields();
  return [
    z.strictObject({ ...target, ...userPasswordFields() }),
    z.strictObject({ ...target, ...keyPairFields() }),
    z.strictObject({ ...target, ...oauthFields() }),
  ] as const;
}

/** A parsed config. */
export type SnowflakeConfig = z.output<ReturnType<typeof configShapes>[number]>;
