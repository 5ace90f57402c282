/** Events of the instance itself. */
export interface InstanceEvents {
  /** A background task failed for which no caller waits. */
  'background.error': {
    readonly task: string;
    readonly message: string;
    /** The code of the error, if it has one. */
    readonly code?: string;
  };
  /**
   * A limit of a tenant is reached: a request or a notification was refused with `TENANT_LIMIT`, or deliveries wait
   * (`concurrentDeliveries`).
   */
  'tenant.limit': {
    /** The name of the limit, as in the option `tenants.limits`. */
    readonly limit: string;
    readonly value: number;
  };
}
