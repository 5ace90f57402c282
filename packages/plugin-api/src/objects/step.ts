import type { FailureClass } from '../failures/failure-class.ts';
import type { Statement } from '../sql/render.ts';

/** One statement or one call: the unit of plan, script, execution and journal. */
export type Step = StatementStep | CallStep;

interface StepBase {
  /** The role in which the step runs, if it differs from the object's. */
  readonly role?: string;
  /**
   * Failure classes that count as success, because the desired state exists already: `already-exists` for a create,
   * `not-found` for a drop. For statements that the platform cannot guard.
   */
  readonly succeedOn?: readonly FailureClass[];
  /** The only engine that supports this step, if the plugin also runs on a compatible engine. The plan shows it. */
  readonly engine?: string;
  /**
   * True if this step only prepares the step that creates the object. Until that step has run, an object with its name
   * is foreign. @default false
   */
  readonly prepares?: boolean;
}

/**
 * A statement in the platform's language: text of the `sql` template, or a `command()` for command protocols.
 *
 * @example
 * ```ts
 * { text: sql`CREATE DATABASE ${ident(config.database)}`, alone: true }
 * ```
 */
export interface StatementStep extends StepBase {
  readonly text: Statement;
  /** True if it must be sent alone: outside a transaction, a batch or a procedure. @default false */
  readonly alone?: boolean;
}

/**
 * A call of the platform's API, as data. Plan and journal show it in place of a statement; secrets and ids are
 * references.
 *
 * @example
 * ```ts
 * {
 *   call: 'datasets.insert',
 *   input: { datasetId: config.dataset, owner: { $output: 'service-role.roleId' } },
 *   outputs: ['datasetId'],
 *   waitUntil: { state: 'present', deadlineMs: 30_000 },
 * }
 * ```
 */
export interface CallStep extends StepBase {
  /** The name of the call, such as `datasets.insert`; the session knows what to do with it. */
  readonly call: string;
  /** The input. A value `{ $secret: name }`, `{ $fact: name }` or `{ $output: 'objectKey.name' }` is filled at execution. */
  readonly input: Readonly<Record<string, CallValue>>;
  /** Outputs that the call returns and the ledger stores. */
  readonly outputs?: readonly string[];
  /**
   * The state until which the object is observed, for platforms with eventual consistency; at most `deadlineMs`
   * milliseconds. After the last call of `alter`, `present` means: with its desired values. If the response of the call is lost, the
   * library waits as long before it concludes from the state whether the call took effect.
   */
  readonly waitUntil?: { readonly state: 'present' | 'absent'; readonly deadlineMs: number };
  /**
   * Failure classes that are retried like those with `retry` in `FAILURE_CLASSES`: a few times within seconds. If the
   * platform refuses for longer, repeat the call in `run` of the session.
   */
  readonly retryOn?: readonly FailureClass[];
}

/** A JSON value that can contain references. */
export type CallValue = string | number | boolean | null | readonly CallValue[] | { readonly [key: string]: CallValue };
