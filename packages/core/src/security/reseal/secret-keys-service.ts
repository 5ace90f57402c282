import type { RequestContext } from '../principals/principal.ts';

/** The values sealed with one older key. */
export interface OldKeyView {
  readonly keyId: string;
  /** The number of stored values that it sealed. */
  readonly count: number;
  /**
   * The reason why they cannot be resealed: `SECRET_KEY_UNKNOWN` if the key is not configured, `SECRET_CORRUPTED` if it is a
   * different key.
   */
  readonly problem?: { readonly code: string; readonly message: string };
}

/** The keys that have sealed stored values. You can delete a key that is neither current nor in `old`. */
export interface SecretKeysView {
  readonly currentKeyId: string;
  /** Values sealed with the current key. */
  readonly count: number;
  readonly old: readonly OldKeyView[];
}

/** The keys that seal secrets at rest. Both require `APPLICATION_ADMIN`. */
export interface SecretKeysService {
  get(context: RequestContext): Promise<SecretKeysView>;
  /**
   * Reseals all values of older keys. The instance also does this automatically after a start with a new current key. Values that
   * cannot be opened are unchanged, and the result names them.
   */
  reseal(context: RequestContext): Promise<SecretKeysView & { readonly resealed: number }>;
}
