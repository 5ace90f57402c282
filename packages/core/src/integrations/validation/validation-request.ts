import type {
  AnyPluginDefinition,
  OtherIntegrations,
  PluginHostCallbacks,
  SetupMode,
  ValidatedOperation,
} from '@portcullis/plugin-api';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import type { SessionPool } from '../../changes/sessions/session-pool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Redact } from '../../security/redaction/redactor.ts';
import type { ValidationTestResult } from '../views/validation-results.ts';
import type { ManualRemoval } from './manual-removal.ts';

/** The input for a validation run. */
export interface ValidationRequest {
  readonly tenant: string;
  readonly definition: AnyPluginDefinition;
  readonly config: object;
  /** The current config, before an edit. */
  readonly previous?: object | undefined;
  readonly mode: SetupMode;
  readonly operation: ValidatedOperation;
  /** Absent before the integration is stored. */
  readonly integrationId?: number | undefined;
  readonly sessions: SessionPool;
  readonly knownFacts: Readonly<Record<string, unknown>>;
  /** Our objects according to the ledger. */
  readonly ledger: readonly ObjectFacts[];
  /** The removal that a manual DELETE checks. @default none: the operation removes nothing, or the library does it */
  readonly removal?: ManualRemoval | undefined;
  readonly host: PluginHostCallbacks;
  readonly others: OtherIntegrations;
  readonly clock: Clock;
  readonly concurrency: number;
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  readonly redact: Redact;
  readonly options: Readonly<Record<string, unknown>>;
  mark(key: string): string;
  /** Returns the managed objects for the facts; the list can grow when facts are discovered. */
  listObjects(facts: Readonly<Record<string, unknown>>): readonly ListedObject[];
  /** Returns the managed objects of another config of the same target. */
  listObjectsOf(
    config: Readonly<Record<string, unknown>>,
    facts: Readonly<Record<string, unknown>>,
  ): readonly ListedObject[];
  /** Called with the number of tests before the first begins. @default not called */
  onStart?(total: number): void;
  /** Called for each test just before it runs. @default not called */
  onTestStart?(test: Pick<ValidationTestResult, 'id' | 'name' | 'phase'>, position: number): void;
  onTest(result: ValidationTestResult, position: number): void;
  /** Called with the discovered facts about the platform, before other connections are opened. */
  setFacts(facts: Readonly<Record<string, unknown>>): void;
}
