/** The caller, from the host's authenticator or an API key. */
export interface Principal {
  /** Positive safe integer. A host with other ids maps them. */
  readonly id: number;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly groups: readonly string[];
  /**
   * The id of the tenant that the caller belongs to. Over HTTP, it determines whose data the request concerns.
   *
   * @default the default tenant
   */
  readonly tenant?: string | undefined;
  /**
   * The API key of the caller; absent for the host's own sign-in. Keys that it issues expire no later and have no other
   * permissions.
   */
  readonly apiKey?: { readonly id: number; readonly expiresAt?: string };
}

/** The permission that every integration operation requires. Source: docs/security/permissions.md. */
export const APPLICATION_ADMIN = 'APPLICATION_ADMIN';

/** The common input of every operation of the facade. */
export interface RequestContext {
  readonly principal: Principal;
  /** The request id, for logs and responses. */
  readonly requestId?: string;
  /**
   * Aborted when the caller has disconnected: a call that is still validating then rejects with the reason of the signal. Work that
   * changes a platform continues.
   */
  readonly signal?: AbortSignal;
}
