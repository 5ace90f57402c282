import type { TenantPortcullis } from './composition/tenant-portcullis.ts';
import type { DeclaredKinds } from './options/declared-kind.ts';
import type { SecretKeysService } from './security/reseal/secret-keys-service.ts';
import type { TenantsService } from './tenants/tenants-service.ts';

/**
 * One instance of the library: one store. Its own services are those of the default tenant, which is all that a host with one
 * customer needs. The type does not depend on the plugins it was made with.
 *
 * @typeParam Kinds - see {@link TenantPortcullis}.
 */
export interface Portcullis<Kinds extends DeclaredKinds = DeclaredKinds>
  extends TenantPortcullis<Kinds>,
    AsyncDisposable {
  /**
   * Returns the services of a tenant. Opens nothing, and may be called for each request: a call of one of them finds out whether
   * the tenant exists, and rejects with `TENANT_UNKNOWN` or `TENANT_SUSPENDED`.
   *
   * @throws ServiceError `TENANT_ID_INVALID`
   */
  tenant(id: string): TenantPortcullis<Kinds>;
  readonly tenants: TenantsService;
  /** The keys that seal secrets at rest. */
  readonly secretKeys: SecretKeysService;
  /**
   * Random, kept in the store, and part of every mark on a platform. Note it down: with it an instance whose store was lost can be
   * followed by another one.
   */
  readonly instanceId: string;
  /** Returns whether the store answers. */
  health(): Promise<{ readonly status: 'ok' | 'closing' }>;
  /**
   * Stops request gate, waits for what is in flight, releases leases, closes the store.
   *
   * @param options.deadlineMs - how long to wait for what is in flight. @default 15,000
   */
  close(options?: { readonly deadlineMs?: number }): Promise<void>;
}
