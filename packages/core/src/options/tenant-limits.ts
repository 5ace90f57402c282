/** Limits of a tenant. A limit that is absent does not exist. The default tenant has none. */
export interface TenantLimits {
  /** Integrations that have not been deleted or disabled. At least 0, which allows none. */
  readonly integrations?: number;
  /** Webhooks that have not been deleted. At least 0, which allows none. */
  readonly webhooks?: number;
  /** API keys that have not expired or been revoked. At least 0, which allows none. */
  readonly apiKeys?: number;
  /** Notifications that the host may publish in a second, on each node. At least 1. */
  readonly notificationsPerSecond?: number;
  /**
   * Notifications that the host may publish at once after a pause, on each node. Only used with `notificationsPerSecond`. At
   * least 1.
   * @remarks Raise it if notifications come in batches.
   * @default the number of `notificationsPerSecond`
   */
  readonly notificationBurst?: number;
  /** Deliveries that wait, with those that are held. At least 1. */
  readonly waitingDeliveries?: number;
  /** Automatic deliveries in progress at the same time, on each node. The others wait. At least 1. */
  readonly concurrentDeliveries?: number;
  /** Operations on integrations that run at the same time. At least 1. */
  readonly concurrentOperations?: number;
  /** Streams of the progress of integrations that are open at the same time, on each node. At least 1. */
  readonly eventStreams?: number;
  /** Bytes of stored payloads of events and responses of receivers, as `tenants.usage` counts them. At least 1. */
  readonly storedBytes?: number;
}

/** The name of a limit. */
export type TenantLimitName = keyof TenantLimits;

/** The limits of one tenant that differ from those of the instance; null for a limit that does not apply to the tenant. */
export type OwnTenantLimits = { readonly [Name in TenantLimitName]?: number | null };
