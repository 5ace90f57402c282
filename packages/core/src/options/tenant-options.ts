import type { TenantLimits } from './tenant-limits.ts';

/** Options for hosts with many customers. */
export interface TenantOptions {
  /**
   * The time at which a tenant is created: in `tenants.create` only, or also when `portcullis.tenant(id)` or a principal first
   * uses it.
   * @default 'explicitly'
   */
  readonly create?: 'explicitly' | 'on-first-use';
  /**
   * Limits of each tenant. `tenants.create` and `tenants.update` set others for a single one.
   * @default none
   */
  readonly limits?: TenantLimits;
}
