import type { DeclaredKinds } from '../options/declared-kind.ts';
import type { Logger } from '../ports/logger.ts';
import type { SecretKeysService } from '../security/reseal/secret-keys-service.ts';
import type { TenantsService } from '../tenants/tenants-service.ts';
import type { TenantPortcullis } from './tenant-portcullis.ts';

/**
 * An instance of the library, with one store. Its own services are those of the default tenant; a host with one customer needs no
 * other tenant. The type does not depend on the instance's plugins.
 *
 * @typeParam Kinds - see {@link TenantPortcullis}.
 */
export interface Portcullis<Kinds extends DeclaredKinds = DeclaredKinds>
  extends TenantPortcullis<Kinds>,
    AsyncDisposable {
  /**
   * Returns the services of a tenant. It opens nothing, so a host can call it for each request. The services check whether the
   * tenant exists, and reject with `TENANT_UNKNOWN` or `TENANT_SUSPENDED`.
   *
   * @throws ServiceError `TENANT_ID_INVALID`
   */
  tenant(id: string): TenantPortcullis<Kinds>;
  readonly tenants: TenantsService;
  /** The keys that seal secrets at rest. */
  readonly secretKeys: SecretKeysService;
  /**
   * The random id of the instance, which is in the store and in every mark on a platform. Keep a copy of it: if the store is
   * lost, another instance needs it to adopt the objects.
   */
  readonly instanceId: string;
  /** The logger in the options, silent without one. The handler of the HTTP interface uses it, too. */
  readonly logger: Logger;
  /**
   * Returns whether the instance is open and its store responds.
   *
   * @throws StoreError if the store does not respond, or refuses all writes.
   */
  health(): Promise<{ readonly status: 'ok' | 'closing' }>;
  /**
   * Refuses new requests, waits for calls and deliveries in flight, releases leases and closes the store. A part that has not ended
   * ten seconds after the deadline, for example because the server of the store does not respond, is left as if the process had died.
   * The call then rejects and names it, once the other parts are closed.
   *
   * @param options.deadlineMs - milliseconds to wait for calls and deliveries in flight. @default 15,000
   * @throws ServiceError `CLOSE_TIMED_OUT`
   */
  close(options?: { readonly deadlineMs?: number }): Promise<void>;
}
