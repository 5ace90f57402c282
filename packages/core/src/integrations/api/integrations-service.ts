import type { ScriptResponse } from '../../changes/script/script-response.ts';
import type { Replayed } from '../../idempotency/idempotency.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import type { CapabilitiesView } from '../capabilities/capabilities-view.ts';
import type { DriftReport } from '../drift/drift-report.ts';
import type { MigrationDryRunResponse, MigrationResponse } from '../migrate/migration-views.ts';
import type { ProgressEvent } from '../operations/progress/progress-event.ts';
import type { SetupPrivilegesView } from '../privileges/setup-privileges-view.ts';
import type { TimelineEntryView, TimelineQuery } from '../timeline/timeline-view.ts';
import type { ChangeOptions, CreateOptions, RequestedScript } from '../views/change-options.ts';
import type {
  ClientSetupView,
  DryRunResponse,
  IntegrationTypeView,
  OperationResponse,
  OperationsQuery,
  OperationView,
  StatusView,
  VersionedIntegration,
} from '../views/integration-views.ts';
import type { UnresolvedObject } from '../views/unresolved-object.ts';
import type { ValidationResults } from '../views/validation-results.ts';

/**
 * The integrations API as functions. Bodies are `unknown` and validated here, so that a host that calls the facade gets the same
 * errors as a caller over HTTP. Every function requires `APPLICATION_ADMIN`.
 *
 * All reject with `ServiceError`; codes in `kernel/errors/error-codes.ts`.
 */
export interface IntegrationsService {
  list(context: RequestContext): Promise<readonly VersionedIntegration[]>;
  get(context: RequestContext, id: number): Promise<VersionedIntegration>;
  /** Resolves as soon as the operation is stored; it continues in the background. */
  create(
    context: RequestContext,
    body: unknown,
    options?: CreateOptions,
  ): Promise<(OperationResponse & Replayed) | DryRunResponse>;
  update(
    context: RequestContext,
    id: number,
    body: unknown,
    options?: ChangeOptions,
  ): Promise<OperationResponse | DryRunResponse>;
  /** @param body - the privileged credentials, or undefined for none. */
  remove(
    context: RequestContext,
    id: number,
    body: unknown,
    options?: ChangeOptions & { readonly forceDisable?: boolean },
  ): Promise<OperationResponse | DryRunResponse>;
  /**
   * Replaces the secret of the service account of an automatic integration. Its status is `editing` until the operation has
   * ended.
   *
   * @param body - the privileged credentials, if the platform requires them for this; otherwise undefined.
   */
  rotateSecret(
    context: RequestContext,
    id: number,
    body: unknown,
    options?: ChangeOptions,
  ): Promise<OperationResponse | DryRunResponse>;
  status(context: RequestContext, id: number): Promise<StatusView>;
  /**
   * @param body - `{ type, autoBootstrap: false, config }`.
   * @param id - for `edit`: the integration to change, which must have the target of `config`. @default the stored
   * integration of that target
   */
  script(context: RequestContext, kind: RequestedScript, body: unknown, id?: number): Promise<ScriptResponse>;
  deleteScript(context: RequestContext, id: number): Promise<ScriptResponse>;
  /**
   * Lists the operations of an integration by id, each with its journal. If a page is full, there may be another one: see
   * `query.after`.
   */
  operations(context: RequestContext, id: number, query?: OperationsQuery): Promise<readonly OperationView[]>;
  /**
   * Lists by id when the status of an integration changed, and when drift appeared and disappeared. If a page is full, there
   * may be another one: see `query.after`. Entries are kept for `integrations.timelineRetentionDays`.
   */
  timeline(context: RequestContext, id: number, query?: TimelineQuery): Promise<readonly TimelineEntryView[]>;
  /**
   * Follows the operations of an integration live, on any node: a snapshot, then the events. Ends when an operation ends, and waits
   * while none runs. Ends at once if the integration has ended and has no further events. Also ends when the signal of the context
   * is aborted or the instance closes. Until then, it counts for the limit `eventStreams` of the tenant, so call `return` of an iterator
   * that you do not read to its end, as `for await` does.
   *
   * @param options.after - the id of the last received event: continues after it, without a snapshot.
   * @throws ServiceError `TENANT_LIMIT`
   */
  follow(
    context: RequestContext,
    id: number,
    options?: { readonly after?: string },
  ): Promise<AsyncIterableIterator<ProgressEvent, undefined>>;
  /**
   * Runs the recurring validation of a stored integration now, and resolves with the results. A failure changes its status to
   * `recurringValidationError`, a success back to `enabled`.
   */
  validate(context: RequestContext, id: number): Promise<ValidationResults>;
  /**
   * Returns the least role that can set a config up, with its script. Contacts and stores nothing.
   *
   * @param body - as for `create`; secrets can be omitted.
   */
  privileges(context: RequestContext, body: unknown): Promise<SetupPrivilegesView>;
  /**
   * Compares the platform with the ledger. Returns missing, changed, extra and invisible objects, each with the statements that fix
   * it. Changes nothing, and stores the report. The event `integration.drift` reports that drift began or ended.
   *
   * Without credentials, the service account observes the platform. Objects that it cannot see are `unknown`, never `missing`.
   *
   * @param credentials - the privileged credentials, as for DELETE; for automatic integrations.
   * @param options.last - return the last report; check only if there is none. @default false
   */
  drift(
    context: RequestContext,
    id: number,
    credentials?: unknown,
    options?: { readonly last?: boolean | undefined },
  ): Promise<DriftReport>;
  /**
   * Migrates an integration of an older plugin version to the installed one, as far as the service account can without privileged
   * credentials. The result names the remaining changes, or says that there is nothing to do.
   */
  migrate(
    context: RequestContext,
    id: number,
    options?: ChangeOptions,
  ): Promise<MigrationResponse | MigrationDryRunResponse>;
  /**
   * Lists the unresolved objects on the platform: objects without a mark, which an interrupted operation may have made. Operations end
   * at them and do not change them.
   */
  unresolvedObjects(context: RequestContext, id: number): Promise<readonly UnresolvedObject[]>;
  /**
   * Stores who owns an unresolved object. Contacts no platform. The next operation continues with an object that was adopted,
   * and leaves any other object unchanged.
   *
   * @param body - `{ object, decision }`; decision is `adopt` or `leave`.
   * @returns the objects that are still unresolved.
   */
  decideOwnership(context: RequestContext, id: number, body: unknown): Promise<readonly UnresolvedObject[]>;
  /** Returns the state of each feature, from the last validation and the last drift report. */
  capabilities(context: RequestContext, id: number): Promise<CapabilitiesView>;
  types(context: RequestContext): Promise<readonly IntegrationTypeView[]>;
  /** @param options.baseUrl - the address at which the platform reaches the host. */
  clientSetup(
    context: RequestContext,
    id: number,
    options: { readonly baseUrl: string; readonly version?: string },
  ): Promise<ClientSetupView>;
  /** Creates a new integration key; the old one stays valid for an overlap. */
  regenerate(context: RequestContext, id: number): Promise<StatusView>;
  /**
   * Authenticates a platform by its integration key, in constant time. A valid key is always accepted, regardless of earlier
   * wrong ones.
   *
   * @param options.source - the origin of the call, such as an address. Wrong keys are counted by their first characters and their
   * source. Without a source, as in `authenticateKey(key)`, the wrong keys of all callers are counted together.
   * @throws ServiceError `RATE_LIMITED` for a wrong key after 30 others in a minute with the same beginning and source.
   * @returns the integration's id, or undefined when the key is not valid.
   */
  authenticateKey(
    key: string,
    options?: { readonly source?: string | undefined },
  ): Promise<{ readonly integrationId: number } | undefined>;
  /** Resolves when no operation of this integration runs on this node. For hosts, demos and tests. */
  whenIdle(id: number): Promise<StatusView>;
}
