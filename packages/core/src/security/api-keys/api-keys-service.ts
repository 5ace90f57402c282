import type { Principal, RequestContext } from '../principals/principal.ts';

/** An API key as lists show it: never the key itself. */
export interface ApiKeyView {
  readonly id: number;
  readonly name: string;
  /** The first characters of the key. */
  readonly prefix: string;
  readonly principalId: number;
  readonly principalName: string;
  readonly permissions: readonly string[];
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly lastUsedAt?: string;
  readonly revokedAt?: string;
}

/** The answer of creating a key: the only time the key is shown. */
export interface ApiKeyCreatedView extends ApiKeyView {
  readonly key: string;
}

/** API keys of the built-in authenticator. */
export interface ApiKeysService {
  /** Makes a key for anyone, without a caller: for a host's own set-up code. */
  issue(input: {
    readonly name: string;
    readonly principal: Principal;
    readonly expiresAt?: Date;
  }): Promise<ApiKeyCreatedView>;
  /** @param body - `{ name, permissions?, expiresAt?, principalId?, principalName? }`; others' keys need APPLICATION_ADMIN. */
  create(context: RequestContext, body: unknown): Promise<ApiKeyCreatedView>;
  /** Own keys; administrators see all. */
  list(context: RequestContext): Promise<readonly ApiKeyView[]>;
  /** Revokes a key and emits `apiKeyRevoked`. */
  revoke(context: RequestContext, id: number): Promise<ApiKeyView>;
  /** The principal of a key, or undefined when it is unknown, expired or revoked. */
  authenticate(key: string): Promise<Principal | undefined>;
}
