import type { FailureClassification } from '../failures/failure-class.ts';
import type { SetupMode } from '../platform/connection.ts';
import type { FactValues } from '../platform/facts.ts';
import type { Session } from '../platform/session.ts';
import type { Actor } from '../platform/stage.ts';
import type { Remediation, TestOutcome } from './test-outcome.ts';

/** The operation that an integration is validated for. */
export type ValidatedOperation = 'create' | 'edit' | 'delete' | 'recurring';

/**
 * The phase in which a test runs.
 *
 * - `gate`: first and one by one; a failed gate skips all other tests.
 * - `prerequisite`: must hold for the operation to succeed.
 * - `capability`: checks whether a feature will work.
 * - `recurring`: checks whether an enabled integration still works.
 */
export type TestPhase = 'gate' | 'prerequisite' | 'capability' | 'recurring';

/**
 * One named check of a config against its platform.
 *
 * @example
 * ```ts
 * {
 *   id: 'connection',
 *   name: 'Initial Validation: Basic Connection Test',
 *   operations: ['create', 'edit', 'delete', 'recurring'],
 *   modes: ['automatic', 'manual'],
 *   phase: 'gate',
 *   mandatory: true,
 *   on: { stage: 'database', actor: 'setup' },
 *   async run({ session, signal }) {
 *     await session.query('SELECT 1', { signal });
 *     return passed();
 *   },
 * }
 * ```
 */
export interface ValidationTest<Config, Facts extends FactValues, PlatformSession extends Session> {
  /** Stable kebab-case key. */
  readonly id: string;
  /** The name in responses; the interface's own text if it has one. */
  readonly name: string;
  /** The check and its purpose, for the docs. */
  readonly description?: string;
  readonly operations: readonly ValidatedOperation[];
  readonly modes: readonly SetupMode[];
  readonly phase: TestPhase;
  /** True when a failure refuses the operation. A failed optional test becomes a warning for the whole run. */
  readonly mandatory: boolean;
  /** The ids of the features that it tests, such as `audit`; used by the capability matrix. */
  readonly affects?: readonly string[];
  /** Ids of tests that must have passed; otherwise this one is skipped with the reason. */
  readonly dependsOn?: readonly string[];
  /** Returns whether it applies to this config. A test that does not apply is skipped with `reason`. */
  readonly when?: (config: Config) => true | { readonly reason: string };
  /** The connection it needs; a test without one only checks the config or the host. */
  readonly on?: { readonly stage: string; readonly actor: Actor };
  /** Milliseconds this test may take. @default 30,000, and never more than the remaining time of the whole run */
  readonly deadlineMs?: number;
  /** Runs the check. A thrown error is classified by the plugin's `classifyError` and fails the test. */
  run(context: TestContext<Config, Facts, PlatformSession>): Promise<TestOutcome> | TestOutcome;
  /**
   * Returns the remedy for a thrown error, most often because no session could be opened. Pure.
   *
   * @returns `undefined` if no statement helps.
   */
  remedy?(failure: FailureClassification, context: RemedyContext<Config>): Remediation | undefined;
}

/** The input for a remedy. */
export type RemedyContext<Config> = Pick<TestContext<Config, FactValues, Session>, 'config' | 'mode' | 'operation'>;

/** The input of a test. */
export interface TestContext<Config, Facts extends FactValues, PlatformSession extends Session> {
  readonly config: Config;
  /**
   * The current config of the platform, before an edit: a test compares it with `config` to determine the changes. Its
   * privileged values are those of `config`.
   */
  readonly previous?: Config;
  readonly mode: SetupMode;
  readonly operation: ValidatedOperation;
  readonly facts: Partial<Facts>;
  /** The session of `on`; reading it in a test without `on` throws. */
  readonly session: PlatformSession;
  /** Options of this instance that a plugin may use, as in `objects`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The mark of an object of this integration, as in `objects`. */
  mark(key: string): string;
  /** The callbacks of the host for data that only it has. */
  readonly host: PluginHostCallbacks;
  /** The service's other integrations, see {@link OtherIntegrations}. */
  readonly others: OtherIntegrations;
  readonly signal: AbortSignal;
}

/** Queries for the other integrations of the same service, for tests that explain a conflict of `target`. */
export interface OtherIntegrations {
  /** Returns the id of another integration of this type with the target of this config. */
  onTarget(): Promise<string | undefined>;
  /**
   * Returns the id of another integration of this type with this config's value of a field that `target` declares
   * unique.
   */
  withSame(field: string): Promise<string | undefined>;
}

/** The callbacks of the host that a plugin may call. */
export interface PluginHostCallbacks {
  /**
   * Returns whether an account is used elsewhere as the credential of a data source, which it must not be. `undefined`: the
   * host does not know.
   */
  isDataSourceCredential(account: string): Promise<boolean | undefined>;
}
