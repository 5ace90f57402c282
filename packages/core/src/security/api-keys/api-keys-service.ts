import type { Principal, RequestContext } from '../principals/principal.ts';

/** An API key as it is listed, without the key itself. */
export interface ApiKeyView {
  readonly id: number;
  readonly name: string;
  /** The first characters of the key. */
  readonly prefix: string;
  readonly principalId: number;
  readonly principalName: string;
  readonly permissions: readonly string[];
  /** The id of the key with which it was issued. */
  readonly issuedBy?: number;
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly lastUsedAt?: string;
  readonly revokedAt?: string;
}

/** The response of creating a key: the only time the key is shown. */
export interface ApiKeyCreatedView extends ApiKeyView {
  readonly key: string;
}

/** The response of revoking a key. */
export interface ApiKeyRevokedView extends ApiKeyView {
  /** The ids of the valid keys that were revoked with it: those that it had issued, directly or through others. */
  readonly alsoRevoked: readonly number[];
}

/** API keys of the built-in authenticator. */
export interface ApiKeysService {
  /** Issues a key for any principal, without a caller: for the host's own set-up code. */
  issue(input: {
    readonly name: string;
    readonly principal: Principal;
    readonly expiresAt?: Date;
  }): Promise<ApiKeyCreatedView>;
  /**
   * Issues a key. A key that is issued with another key expires no later than that one, and has only permissions of that one.
   *
   * @param body - `{ name, permissions?, expiresAt?, principalId?, principalName? }`; others' keys need APPLICATION_ADMIN.
   */
  create(context: RequestContext, body: unknown): Promise<ApiKeyCreatedView>;
  /** Returns the keys of the caller, or all keys for an administrator. A caller with a key sees only keys whose permissions that key has. */
  list(context: RequestContext): Promise<readonly ApiKeyView[]>;
  /**
   * Revokes a key, and the keys that were issued with it, and emits `apiKeyRevoked` for each.
   *
   * @param options.keepIssued - keeps the keys that were issued with it. @default false
   */
  revoke(context: RequestContext, id: number, options?: { readonly keepIssued?: boolean }): Promise<ApiKeyRevokedView>;
  /**
   * Returns the principal of a key, or undefined if it is unknown, expired or revoked.
   *
   * @param options.source - the origin of the call, such as an address. Wrong keys are counted by their first characters and
   * their source; without a source, those of all callers are counted together. A valid key is never refused because of them.
   * @throws ServiceError `RATE_LIMITED` for a wrong key after 30 others in a minute with the same beginning and source.
   */
  authenticate(key: string, options?: { readonly source?: string | undefined }): Promise<Principal | undefined>;
}
