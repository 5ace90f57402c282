import type { TenantLimits } from './tenant-limits.ts';

/** Options for hosts with many customers. */
export interface TenantOptions {
  /**
   * When a tenant comes into being: by `tenants.create` alone, or also when `portcullis.tenant(id)` or a principal uses it first.
   * @default 'explicitly'
   */
  readonly create?: 'explicitly' | 'on-first-use';
  /**
   * Limits of each tenant. `tenants.create` and `tenants.update` set others for a single one.
   * @default none
   */
  readonly limits?: TenantLimits;
}
