import type { EditDifference } from '../../changes/plan/edit-difference.ts';
import type { Plan } from '../../changes/plan/plan.ts';
import type { PlannedObject } from '../../changes/plan/planned-objects.ts';
import type { ScriptResponse } from '../../changes/script/script-response.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import type { AdoptionView } from './adoption-view.ts';
import type { OperationFailure } from './operation-failure.ts';
import type { ValidationResults } from './validation-results.ts';

/** An integration in responses, with secrets and user names as `[REDACTED]`. Source: docs/reference/http/schemas.md. */
export interface IntegrationView {
  /** A string in bodies. */
  readonly id: string;
  readonly status: IntegrationStatus;
  /** The reason of the status, for users: the failure and the leftovers. Absent if there is none. */
  readonly statusReason?: string;
  readonly validationResults: ValidationResults;
  /** True while drift is known; absent otherwise. The last drift report has the findings. */
  readonly drifted?: boolean;
  readonly type: string;
  /** Absent for types that are configured from their own side. */
  readonly autoBootstrap?: boolean;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** A view with the stored version, from which the HTTP layer derives the `ETag`. */
export interface VersionedIntegration {
  readonly integration: IntegrationView;
  readonly version: number;
}

/** The response of POST, PUT and DELETE. */
export interface OperationResponse {
  readonly id: string;
  readonly status: IntegrationStatus;
  readonly validationResults: ValidationResults;
  /** Only with forceDisable: the script that removes the leftovers on the platform. */
  readonly script?: ScriptResponse;
  readonly warnings?: readonly string[];
}

/** The response of a dry run. */
export interface DryRunResponse {
  readonly validationResults: ValidationResults;
  readonly plan: Plan;
  /**
   * The objects of the integration before and after the plan, those without a step included. An adoption leaves out missing and
   * foreign objects, which `adoption` names.
   */
  readonly objects: readonly PlannedObject[];
  /** Only with adopt. */
  readonly adoption?: AdoptionView;
  /** Only of an edit: created, removed and changed objects. */
  readonly difference?: EditDifference;
  /** Only of an edit: the script that reverts it on the platform, if the type has scripts. */
  readonly inverse?: string;
}

/** The response of the status endpoint. */
export interface StatusView {
  /** A number here. */
  readonly id: number;
  readonly status: IntegrationStatus;
}

/** One operation with its journal. */
export interface OperationView {
  readonly id: number;
  readonly kind: string;
  readonly status: 'running' | 'succeeded' | 'failed' | 'interrupted';
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly durationMs?: number;
  readonly planHash?: string;
  /** The number of statements in the plan. */
  readonly statements: number;
  /** The reason of its failure: the object, the statement, the missing privilege, and the grant that fixes it. */
  readonly error?: OperationFailure;
  /** Objects left on the platform that should have been removed, one text each. */
  readonly leftovers?: readonly string[];
  /** The validation results from before it began. */
  readonly validationResults?: ValidationResults;
  readonly journal: readonly JournalEntryView[];
}

/** One journaled statement. */
export interface JournalEntryView {
  readonly position: number;
  readonly direction: 'forward' | 'compensation';
  readonly action: string;
  readonly object: { readonly key: string; readonly kind: string; readonly name: string };
  readonly stage: string;
  readonly actor: string;
  readonly role?: string;
  readonly statement: string;
  readonly status: 'intended' | 'done' | 'failed' | 'unknown';
  readonly error?: unknown;
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly durationMs?: number;
}

/** Filters of the list of operations. The values are validated, so they can be passed as sent. */
export interface OperationsQuery {
  /** Such as `create`, `edit`, `delete`. */
  readonly kind?: string;
  /** `running`, `succeeded`, `failed` or `interrupted`. */
  readonly status?: string;
  /** By id: `asc` or `desc`. @default asc */
  readonly sortOrder?: string;
  /** Only those after this operation, in the order of the list. */
  readonly after?: string | number;
  /** From 1 to 1000. @default 100 */
  readonly pageSize?: string | number;
}

/** One type with its JSON Schema, for forms. */
export interface IntegrationTypeView {
  readonly type: string;
  readonly id: string;
  readonly description: string;
  readonly pluginVersion: string;
  readonly bootstrap: 'automatic-or-manual' | 'manual' | 'none';
  readonly editable: boolean;
  readonly scripts: readonly string[];
  /** JSON Schema 2020-12 of `config`, secrets marked `writeOnly`. Absent for types without a config. */
  readonly configSchema?: Readonly<Record<string, unknown>>;
  /** JSON Schema of the DELETE body, if there is one. */
  readonly credentialsSchema?: Readonly<Record<string, unknown>>;
  readonly immutable: readonly string[];
}

/**
 * The files and keys for a client-configured platform. Administrators only, never
 * cached.
 */
export interface ClientSetupView {
  readonly key: string;
  /** When the previous key stops working, if there is one. */
  readonly previousKeyValidUntil?: string;
  readonly files: readonly {
    readonly path: string;
    readonly language: string;
    readonly content: string;
    readonly note: string;
  }[];
  readonly versions: readonly { readonly id: string; readonly title: string }[];
}
