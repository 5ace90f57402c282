import type { RequestContext } from '../principals/principal.ts';

/** The values sealed with one older key. */
export interface OldKeyView {
  readonly keyId: string;
  /** The number of stored values that it sealed. */
  readonly count: number;
  /** Why they cannot be resealed: `SECRET_KEY_UNKNOWN` when the key is not configured, `SECRET_DAMAGED` when it is another one. */
  readonly problem?: { readonly code: string; readonly message: string };
}

/** The keys that have sealed stored values. A key that is neither current nor among `old` may be thrown away. */
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
   * Reseals everything that an older key has sealed. It goes on by itself, too, after a start with a new current key; what
   * cannot be opened is left as it is and named in the answer.
   */
  reseal(context: RequestContext): Promise<SecretKeysView & { readonly resealed: number }>;
}
