import type { ScriptAnswer } from '../../changes/script/script-answer.ts';
import type { Replayed } from '../../idempotency/idempotency.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import type { CapabilitiesView } from '../capabilities/capabilities-view.ts';
import type { DriftReport } from '../drift/drift-report.ts';
import type { MigrationAnswer, MigrationDryRunAnswer } from '../migrate/migration-views.ts';
import type { ProgressEvent } from '../operations/progress/progress-event.ts';
import type { SetupPrivilegesView } from '../privileges/setup-privileges-view.ts';
import type { ChangeOptions, CreateOptions, RequestedScript } from '../views/change-options.ts';
import type {
  ClientSetupView,
  DryRunAnswer,
  IntegrationTypeView,
  OperationAnswer,
  OperationsQuery,
  OperationView,
  StatusView,
  VersionedIntegration,
} from '../views/integration-views.ts';
import type { UnclearObject } from '../views/unclear-object.ts';
import type { ValidationResults } from '../views/validation-results.ts';

/**
 * The Integrations API as functions. Bodies are taken as `unknown` and validated here, so that a host that calls the facade
 * gets the same errors as one that calls over HTTP. Every function requires `APPLICATION_ADMIN`.
 *
 * All reject with `ServiceError`; codes in `kernel/errors/error-codes.ts`.
 */
export interface IntegrationsService {
  list(context: RequestContext): Promise<readonly VersionedIntegration[]>;
  get(context: RequestContext, id: number): Promise<VersionedIntegration>;
  /** Resolves as soon as the operation is stored; the work goes on in the background. */
  create(
    context: RequestContext,
    body: unknown,
    options?: CreateOptions,
  ): Promise<(OperationAnswer & Replayed) | DryRunAnswer>;
  update(
    context: RequestContext,
    id: number,
    body: unknown,
    options?: ChangeOptions,
  ): Promise<OperationAnswer | DryRunAnswer>;
  /** @param body - the privileged credentials, or undefined for none. */
  remove(
    context: RequestContext,
    id: number,
    body: unknown,
    options?: ChangeOptions & { readonly forceDisable?: boolean },
  ): Promise<OperationAnswer | DryRunAnswer>;
  /**
   * Replaces the secret that the service signs in with, on an integration that was set up automatically. The status is
   * `editing` meanwhile.
   *
   * @param body - the privileged credentials, where the platform requires them to replace the secret; otherwise undefined.
   */
  rotateSecret(
    context: RequestContext,
    id: number,
    body: unknown,
    options?: ChangeOptions,
  ): Promise<OperationAnswer | DryRunAnswer>;
  status(context: RequestContext, id: number): Promise<StatusView>;
  /**
   * @param body - `{ type, autoBootstrap: false, config }`.
   * @param id - for `edit`: the integration that the script starts from, which must have the target of `config`. Without it,
   * the stored integration of that target.
   */
  script(context: RequestContext, kind: RequestedScript, body: unknown, id?: number): Promise<ScriptAnswer>;
  deleteScript(context: RequestContext, id: number): Promise<ScriptAnswer>;
  /** Lists operations by id, each with its journal: a full page may have another behind it. */
  operations(context: RequestContext, id: number, query?: OperationsQuery): Promise<readonly OperationView[]>;
  /**
   * Follows the operations of an integration live, on whichever node they run: a snapshot, then what happens as it happens.
   * Ends after the conclusion of an operation, waits while none runs, and ends at once where the integration has ended and
   * there is nothing more to tell. It ends as well when the signal of the context is aborted or the instance closes.
   *
   * @param options.after - the id of the last event that was received: goes on behind it, without a snapshot.
   */
  follow(
    context: RequestContext,
    id: number,
    options?: { readonly after?: string },
  ): Promise<AsyncIterableIterator<ProgressEvent, undefined>>;
  /**
   * Validates a stored integration now, as the recurring validation does, and resolves with the results. A failure moves it to
   * `recurringValidationError`, a success back to `enabled`.
   */
  validate(context: RequestContext, id: number): Promise<ValidationResults>;
  /**
   * The least role that can set a config up, with the script that makes it. Contacts nothing and stores nothing.
   *
   * @param body - as for `create`; secrets may be left out.
   */
  privileges(context: RequestContext, body: unknown): Promise<SetupPrivilegesView>;
  /**
   * Compares what is on the platform with the ledger: what is missing, changed, too much or not visible, each with the
   * statements that fix it. Changes nothing. Keeps the report; `integration.drift` tells when drift appears or disappears.
   *
   * Without credentials the service account looks, and what it may not see is `unknown`, never `missing`.
   *
   * @param credentials - privileged ones as DELETE takes them, for automatic integrations.
   * @param options.last - answer with the last report, and look only if there is none. @default false
   */
  drift(
    context: RequestContext,
    id: number,
    credentials?: unknown,
    options?: { readonly last?: boolean | undefined },
  ): Promise<DriftReport>;
  /**
   * Brings an integration that an older version of its plugin has stored to the installed version, as far as the service
   * account can without privileged credentials. The answer names what it cannot do. Where nothing is to do it says so.
   */
  migrate(
    context: RequestContext,
    id: number,
    options?: ChangeOptions,
  ): Promise<MigrationAnswer | MigrationDryRunAnswer>;
  /**
   * Objects on the platform of which nothing tells whose they are: an operation that was cut short may have made them, and they
   * bear no mark. Operations end at them and leave them alone.
   */
  unclear(context: RequestContext, id: number): Promise<readonly UnclearObject[]>;
  /**
   * Says whose an unclear object is. Contacts no platform; the next operation goes on with an adopted object, and leaves another
   * one alone.
   *
   * @param body - `{ object, decision }`; decision is `adopt` or `leave`.
   * @returns the objects that are still unclear.
   */
  decideUnclear(context: RequestContext, id: number, body: unknown): Promise<readonly UnclearObject[]>;
  /** Returns which features work and which do not, from the last validation and the last drift report. */
  capabilities(context: RequestContext, id: number): Promise<CapabilitiesView>;
  types(context: RequestContext): Promise<readonly IntegrationTypeView[]>;
  /** @param options.baseUrl - the address at which the platform reaches the host. */
  clientSetup(
    context: RequestContext,
    id: number,
    options: { readonly baseUrl: string; readonly version?: string },
  ): Promise<ClientSetupView>;
  /** Makes a new integration key; the old one stays valid for an overlap. */
  regenerate(context: RequestContext, id: number): Promise<StatusView>;
  /**
   * Recognises a call of a platform by its integration key, in constant time. A right key is always answered, however many wrong
   * ones came before it.
   *
   * @param options.source - where the call comes from, such as an address. Wrong keys are counted by their first characters and
   * their source. Without it, as in `authenticateKey(key)`, those of all callers are counted together.
   * @throws ServiceError `RATE_LIMITED` for a wrong key after 30 others in a minute that began alike and came from there.
   * @returns the integration's id, or undefined when the key is not valid.
   */
  authenticateKey(
    key: string,
    options?: { readonly source?: string | undefined },
  ): Promise<{ readonly integrationId: number } | undefined>;
  /** Resolves when no operation of this integration runs on this node any more. For hosts, demos and tests. */
  whenIdle(id: number): Promise<StatusView>;
}
