import type { FailureClass } from '../failures/failure-class.ts';
import type { Statement } from '../sql/render.ts';

/** The remedy for a finding, with the user's real names. */
export interface Remediation {
  /** Statements, least privilege first. */
  readonly statements: readonly (Statement | string)[];
  /** The account that must run them, as users name it: `a superuser`, `the owner of warehouse WH`. */
  readonly runAs: string;
}

/** The outcome of a test. Made by {@link passed}, {@link failed}, {@link warned} and {@link skipped}. */
export type TestOutcome =
  | { readonly status: 'passed'; readonly result?: readonly unknown[] }
  | {
      readonly status: 'failed' | 'warning';
      /** The problem, one sentence. Responses add the remedy: see `help`. */
      readonly message: string;
      readonly help?: string;
      readonly failureClass?: FailureClass;
      readonly code?: string;
      readonly remediation?: Remediation;
      readonly result?: readonly unknown[];
    }
  | { readonly status: 'skipped'; readonly message: string };

/** Returns the outcome of a passed test; `result` may contain row-like objects to show. */
export function passed(result?: readonly unknown[]): TestOutcome {
  return result === undefined ? { status: 'passed' } : { status: 'passed', result };
}

/**
 * Returns the outcome of a failed test. A failed permission test has the statement that grants the permission; if there
 * is none, `help` describes the remedy. Responses combine both into one message.
 *
 * @example
 * ```ts
 * failed('The account may not create databases.', {
 *   failureClass: 'missing-grant',
 *   remediation: { statements: [sql`ALTER USER ${ident(user)} CREATEDB`], runAs: 'a superuser' },
 * });
 * ```
 */
export function failed(message: string, more: OutcomeExtras = {}): TestOutcome {
  return { status: 'failed', message, ...more };
}

/** Returns a warning, which does not stop the operation. */
export function warned(message: string, more: OutcomeExtras = {}): TestOutcome {
  return { status: 'warning', message, ...more };
}

/** Returns the outcome of a test that does not apply, with the reason. */
export function skipped(reason: string): TestOutcome {
  return { status: 'skipped', message: reason };
}

/** Optional parts of a failed test or a warning. */
export interface OutcomeExtras {
  /** The remedy, one or two sentences. @default the remediation and its account, otherwise the help of the failure class */
  readonly help?: string;
  readonly failureClass?: FailureClass;
  /** The vendor's code, if the platform returned one. */
  readonly code?: string;
  readonly remediation?: Remediation;
  readonly result?: readonly unknown[];
}
