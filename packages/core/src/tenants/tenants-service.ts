import type { ScriptResponse } from '../changes/script/script-response.ts';
import type { InstanceStatsView } from '../delivery/views/webhook-views.ts';
import type { AuthenticatedKey } from '../integrations/client-setup/key-authentication.ts';
import type { OwnTenantLimits } from '../options/tenant-limits.ts';
import type { Principal } from '../security/principals/principal.ts';
import type { ResealResult } from '../security/reseal/reseal-all.ts';
import type { TenantState } from '../tenant-cache/tenant-facts.ts';
import type { TenantImport } from './transfer/import-tenant.ts';
import type { TransferSource } from './transfer/read-lines.ts';
import type { TransferKey } from './transfer/transfer-seal.ts';

/** A tenant of an instance. */
export interface TenantView {
  readonly id: string;
  readonly name?: string;
  readonly state: TenantState;
  /** ISO 8601. */
  readonly stateSince: string;
  /** Its limits that differ from those of the instance. */
  readonly limits: OwnTenantLimits;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** A tenant to create. */
export interface NewTenant {
  /** The host's own id: 1 to 128 characters without control characters, compared exactly. */
  readonly id: string;
  /** A name for users: 1 to 255 characters, without control characters. */
  readonly name?: string;
  /** Limits that differ from those of the instance; null for one that does not apply. @default none */
  readonly limits?: OwnTenantLimits;
}

/** A page of tenants, in the order of their ids. */
export interface TenantPage {
  readonly tenants: readonly TenantView[];
  /** The cursor of the next page; absent on the last page. */
  readonly cursor?: string;
}

/** An integration whose objects a removal has left on their platform. */
export interface OrphanedIntegration {
  readonly integrationId: number;
  readonly type: string;
  /** The objects on the platform, without those that another integration uses, too. */
  readonly objects: readonly { readonly kind: string; readonly name: string }[];
  /** The script that removes the objects; null if its type has none, or if the plugin of its type is not installed. */
  readonly deleteScript: ScriptResponse | null;
}

/** The result of removing a tenant. */
export interface TenantRemoval {
  readonly id: string;
  /** Integrations that existed when this call, or an earlier call that did not return, began the removal. */
  readonly orphaned: readonly OrphanedIntegration[];
  /** The rows that this call has removed, by table. */
  readonly removed: Readonly<Record<string, number>>;
  /** The remaining rows of the tenant, by table, counted at the end: 0 each. */
  readonly remaining: Readonly<Record<string, number>>;
}

/** Deliveries and attempts of a day. */
export interface UsageOfDay {
  /** The day in UTC, as in 2024-01-31. */
  readonly date: string;
  /** Deliveries of the events of the day, with any outcome. */
  readonly deliveries: number;
  /** Attempts, including manual retries and tests. */
  readonly attempts: number;
}

/** The usage of a tenant, for billing. It is counted from the stored rows, so days that retention has removed are absent. */
export interface TenantUsage {
  readonly id: string;
  /** Integrations by status, without statuses that have none. */
  readonly integrations: Readonly<Record<string, number>>;
  /** Webhooks by state, without deleted ones, and without states that have none. */
  readonly webhooks: Readonly<Record<string, number>>;
  /** Days with deliveries or attempts, the oldest first. */
  readonly days: readonly UsageOfDay[];
  readonly bytes: {
    /** Bytes of the payloads of events. */
    readonly events: number;
    /** Bytes of the recorded responses of receivers, as JSON. */
    readonly responses: number;
  };
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
   * @param options.cursor - that of the previous page. @default the first page
   * @param options.limit - the number of tenants per page: 1 to 1,000. @default 100
   * @throws ServiceError `PARAMETER_INVALID`
   */
  list(options?: { readonly cursor?: string; readonly limit?: number }): Promise<TenantPage>;
  /**
   * Changes a tenant. Omitted fields are unchanged.
   *
   * @param changes.limits - all limits that differ from those of the instance, in place of the former ones. What the tenant has
   * beyond them stays. On other nodes of a shared store they apply within two seconds.
   * @throws ServiceError `TENANT_UNKNOWN`, also for a tenant that is being removed; `BODY_INVALID`
   */
  update(
    id: string,
    changes: { readonly name?: string | null; readonly limits?: OwnTenantLimits },
  ): Promise<TenantView>;
  /**
   * Suspends a tenant: its requests are refused with `TENANT_SUSPENDED`, its deliveries wait, and its recurring validation
   * pauses. Attempts in flight finish. On other nodes of a shared store, and in a delivery thread, this begins within two
   * seconds. It has no effect on a suspended tenant.
   *
   * @throws ServiceError `TENANT_UNKNOWN`
   */
  suspend(id: string): Promise<TenantView>;
  /**
   * Ends a suspension: waiting deliveries are sent, in their order. It has no effect on an active tenant.
   *
   * @throws ServiceError `TENANT_UNKNOWN`
   */
  resume(id: string): Promise<TenantView>;
  /** Returns the counts and ages of the webhooks of all tenants, and the activity of this node. */
  stats(): Promise<InstanceStatsView>;
  /**
   * Counts the stored rows of a tenant in any state. Reads all of its events and attempts, so call it for a bill and not for each
   * request.
   *
   * @throws ServiceError `TENANT_UNKNOWN`
   */
  usage(id: string): Promise<TenantUsage>;
  /**
   * Exports all rows of a tenant as lines of JSON: a first line about the tenant, a line per row, and a last line with counts and
   * a checksum, without which the file is incomplete. Leases are omitted and, without a public key, secrets and stored responses
   * as well.
   *
   * A suspended tenant is exported exactly. Each row of an active one is from some moment of the export, and an event has all of
   * its deliveries; later changes are missing.
   *
   * @param options.publicKey - an X25519 key. The secrets are sealed to it, and its private key opens them. @default no secrets
   * @returns lines, each with its line break, for a stream. Reading them rejects with `TENANT_IN_USE` if an operation begins in
   * between, and with `SECRET_KEY_UNKNOWN` or `SECRET_CORRUPTED` for secrets that cannot be opened.
   * @throws ServiceError `TENANT_UNKNOWN`, `OPTIONS_INVALID`; `TENANT_IN_USE` while operations, or deliveries of a suspended
   * tenant, are running.
   */
  export(id: string, options?: { readonly publicKey?: TransferKey }): Promise<AsyncIterable<string>>;
  /**
   * Imports an exported tenant with all its ids. It is suspended until `resume`. Its secrets are sealed again, with the keys of
   * this instance. The tenant is unknown until all rows are written; if the import fails, or its process dies, no rows remain.
   *
   * @param source - the file in pieces of any size, such as a stream. It must come from a trusted source, like the database
   * itself.
   * @param options.privateKey - opens the secrets. Required for a file with secrets.
   * @throws ServiceError `EXPORT_CORRUPTED`, `EXPORT_VERSION_UNKNOWN`, `EXPORT_KEY_WRONG`, `TENANT_ID_INVALID`, `TENANT_EXISTS`,
   * `TENANT_IN_USE` while another process imports the tenant; `IMPORT_CONFLICT` if an id is taken: give each database its own
   * `cell` if tenants move between them.
   */
  import(source: TransferSource, options?: { readonly privateKey?: TransferKey }): Promise<TenantImport>;
  /**
   * Reseals all values of a tenant with the current key of `secretKeys.keyFor`. The instance also does this at its start and once
   * an hour. Values that cannot be opened are unchanged, and the result names them.
   *
   * @throws ServiceError `TENANT_UNKNOWN`
   */
  reseal(id: string): Promise<ResealResult>;
  /**
   * Removes a tenant and all its rows. Its requests are refused with `TENANT_UNKNOWN` from the beginning; its id is free at the
   * end. If the process dies in between, another call continues the removal, and so does an instance at its start and once an
   * hour.
   *
   * @param options.leaveOnPlatforms - true to remove a tenant with integrations: their objects stay on the platforms, and the
   * result has the scripts that remove them. The scripts are stored until a call has returned them. @default false
   * @throws ServiceError `TENANT_UNKNOWN`; `TENANT_IN_USE` while it has integrations, or operations of them are running.
   */
  remove(id: string, options?: { readonly leaveOnPlatforms?: boolean }): Promise<TenantRemoval>;
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
  ): Promise<AuthenticatedKey | undefined>;
}
