import type { ChangeEvents } from '../../changes/apply/change-events.ts';
import type { InstanceEvents } from '../../kernel/events/instance-events.ts';
import type { TypedEventSink, TypedEventSource } from '../../kernel/events/typed-events.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import type { DriftedObject } from '../views/drifted-object.ts';
import type { ValidationResults, ValidationTestResult } from '../views/validation-results.ts';
import type { ValidationRunFacts } from '../views/validation-run-facts.ts';

/** Events of integrations: their lifecycle, validation, operations, drift and secrets. */
export interface IntegrationEvents {
  /** An integration changed its status; emitted after the commit. */
  'integration.status': {
    readonly integrationId: number;
    readonly type: string;
    readonly from: IntegrationStatus | null;
    readonly to: IntegrationStatus;
    readonly event: string;
    readonly reason?: string;
  };
  /** A validation run begins. */
  'validation.started': ValidationRunFacts;
  /** A validation test begins. Skipped tests do not begin. */
  'validation.testStarted': ValidationRunFacts & {
    /** The position of the test among all of them, from 1. */
    readonly position: number;
    readonly test: Pick<ValidationTestResult, 'id' | 'name' | 'phase'>;
  };
  /** A validation test ended, or was skipped. */
  'validation.test': ValidationRunFacts & { readonly position: number; readonly test: ValidationTestResult };
  /** A validation run ended. */
  'validation.finished': ValidationRunFacts & {
    readonly status: ValidationResults['status'];
    readonly durationMs: number;
  };
  /** An operation begins, or waits for the lock of its scope. */
  'operation.started': {
    readonly integrationId: number;
    readonly operationId: number;
    readonly kind: string;
    /** The number of statements in its plan. */
    readonly total: number;
  };
  /** An operation ended. */
  'operation.finished': {
    readonly integrationId: number;
    readonly operationId: number;
    readonly kind: string;
    readonly status: 'succeeded' | 'failed' | 'interrupted';
    readonly durationMs: number;
  };
  /**
   * A platform began or ceased to differ from the recorded state of its integration; emitted after the commit. The status does
   * not change, because the validation tests determine whether the integration works.
   */
  'integration.drift': {
    readonly integrationId: number;
    readonly type: string;
    readonly change: 'appeared' | 'disappeared';
    /** ISO 8601. */
    readonly observedAt: string;
    /** Empty if the drift disappeared, except for objects that could not be observed. */
    readonly findings: readonly DriftedObject[];
  };
  /** A field changed that the policies contain, such as the excluded group: the host must push all policies again. */
  policiesMustBeRepushed: { readonly integrationId: number; readonly type: string };
  /**
   * A secret expires soon or has expired (`expired`): a token, a certificate, a generated key. Emitted by the recurring
   * validation, at most once a day and secret.
   */
  'secret.expiring': {
    readonly integrationId: number;
    readonly type: string;
    /** The config path, or the name of the generated secret. */
    readonly secret: string;
    readonly expiresAt: string;
    readonly expired: boolean;
  };
}

/** Emits the events of integrations and of the changes that they make. */
export type IntegrationEventSink = TypedEventSink<IntegrationEvents & ChangeEvents & InstanceEvents>;

/** Subscribes to the events of integrations. */
export type IntegrationEventSource = TypedEventSource<IntegrationEvents & ChangeEvents>;
