import type { TenantLimits } from './tenant-limits.ts';

/** Options for hosts with many customers. */
export interface TenantOptions {
  /**
   * The time at which a tenant is created: in `tenants.create` only, or also when `portcullis.tenant(id)` or a principal first
   * uses it.
   * @remarks Use `on-first-use` if your host has its own list of customers.
   * @default 'explicitly'
   */
  readonly create?: 'explicitly' | 'on-first-use';
  /**
   * Limits of each tenant. `tenants.create` and `tenants.update` set others for a single one.
   * @remarks Set them before customers share an instance.
   * @default none
   */
  readonly limits?: TenantLimits;
}
