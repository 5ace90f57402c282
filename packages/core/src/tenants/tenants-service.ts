import type { RecognisedKey } from '../integrations/client-setup/key-recognition.ts';
import type { Principal } from '../security/principals/principal.ts';
import type { TenantState } from './tenant-directory.ts';

/** A tenant of an instance. */
export interface TenantView {
  readonly id: string;
  readonly name?: string;
  readonly state: TenantState;
  /** ISO 8601. */
  readonly stateSince: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** A tenant to create. */
export interface NewTenant {
  /** The host's own id: 1 to 128 characters without control characters, compared exactly. */
  readonly id: string;
  /** A name for people: 1 to 255 characters. */
  readonly name?: string;
}

/** A page of tenants, in the order of their ids. */
export interface TenantPage {
  readonly tenants: readonly TenantView[];
  /** The place behind the last of them; absent on the last page. */
  readonly cursor?: string;
}

/**
 * The tenants of an instance, for the code of the host: it has no caller, and checks no permission. The default tenant is not among
 * them.
 */
export interface TenantsService {
  /** @throws ServiceError `TENANT_ID_INVALID`, `TENANT_EXISTS`, `BODY_INVALID` */
  create(tenant: NewTenant): Promise<TenantView>;
  /** @throws ServiceError `TENANT_UNKNOWN` */
  get(id: string): Promise<TenantView>;
  /**
   * @param options.cursor - of the page before. @default the first page
   * @param options.limit - tenants on a page: 1 to 1,000. @default 100
   * @throws ServiceError `PARAMETER_INVALID`
   */
  list(options?: { readonly cursor?: string; readonly limit?: number }): Promise<TenantPage>;
  /** @throws ServiceError `TENANT_UNKNOWN`, `BODY_INVALID` */
  update(id: string, changes: { readonly name?: string | null }): Promise<TenantView>;
  /**
   * Suspends a tenant: its requests are refused with `TENANT_SUSPENDED`, its deliveries wait, and its recurring validation rests.
   * Attempts that are under way end. On other nodes of a shared store, and in a thread of its own, this begins within two seconds.
   * Again for one that is suspended, this changes nothing.
   *
   * @throws ServiceError `TENANT_UNKNOWN`
   */
  suspend(id: string): Promise<TenantView>;
  /**
   * Ends a suspension: what waited is delivered, in its order. For one that is active, this changes nothing.
   *
   * @throws ServiceError `TENANT_UNKNOWN`
   */
  resume(id: string): Promise<TenantView>;
  /**
   * Returns the principal of an API key of any tenant, with its tenant; undefined when the key is unknown, expired or revoked. See
   * `ApiKeysService.authenticate`.
   *
   * @throws ServiceError `RATE_LIMITED`
   */
  authenticate(key: string, options?: { readonly source?: string | undefined }): Promise<Principal | undefined>;
  /**
   * Returns the integration, and its tenant, that a key of a platform belongs to. See `IntegrationsService.authenticateKey`.
   *
   * @throws ServiceError `RATE_LIMITED`
   */
  authenticateIntegrationKey(
    key: string,
    options?: { readonly source?: string | undefined },
  ): Promise<RecognisedKey | undefined>;
}
