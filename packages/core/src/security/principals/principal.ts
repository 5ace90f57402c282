/** The caller. Made by the host's authenticator or from an API key. */
export interface Principal {
  /** Positive safe integer. A host with other ids maps them. */
  readonly id: number;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly groups: readonly string[];
  /**
   * The tenant that the caller belongs to: the id that the host gave it. Over HTTP it decides whose data the request is about.
   *
   * @default the default tenant
   */
  readonly tenant?: string;
  /**
   * The API key that the principal was made from; absent for a host's own sign-in. What the key issues neither outlives it nor may do
   * more than it.
   */
  readonly apiKey?: { readonly id: number; readonly expiresAt?: string };
}

/** The permission that every integration operation requires. Source: interface, "Authentication". */
export const APPLICATION_ADMIN = 'APPLICATION_ADMIN';

/** The input of every operation of the facade besides its own. */
export interface RequestContext {
  readonly principal: Principal;
  /** For logs and answers. */
  readonly requestId?: string;
  /** Aborted when the caller has disconnected. Work that changes a platform continues. */
  readonly signal?: AbortSignal;
}
