import type { Scalar } from '@portcullis/plugin-api';
import type { PlanStep } from '../../changes/plan/plan.ts';

/**
 * The state of a platform compared with what an integration made there.
 *
 * - `clean`: every observed object is unchanged.
 * - `drifted`: an object is missing, changed or extra.
 * - `unknown`: no drift was observed, but not every object could be observed.
 */
export type DriftStatus = 'clean' | 'drifted' | 'unknown';

/**
 * The drift of one object.
 *
 * - `missing`: it does not exist, and the observing account would see it.
 * - `changed`: it exists and differs, or a foreign object is in its place.
 * - `extra`: it carries the mark of this integration and is not in its ledger.
 * - `unknown`: it could not be observed. It never counts as missing.
 */
export type DriftState = 'missing' | 'changed' | 'extra' | 'unknown';

/** One value that differs from the desired one; `null` for none. */
export interface DriftDifference {
  readonly field: string;
  readonly desired: Scalar;
  readonly observed: Scalar;
}

/** An object that differs from its recorded state. */
export interface DriftFinding {
  readonly state: DriftState;
  readonly object: {
    /** Absent for an object that is in no ledger. */
    readonly key?: string;
    readonly kind: string;
    readonly name: string;
  };
  /** The finding and its meaning, one or two sentences. */
  readonly message: string;
  readonly difference: readonly DriftDifference[];
  /**
   * The part of the report's `repair` that fixes this object: canonical text, stage, and who runs it. Empty for objects that
   * cannot be observed, and for foreign ones.
   */
  readonly repair: readonly PlanStep[];
}

/** The comparison of an integration's objects on its platform with its ledger. */
export interface DriftReport {
  readonly status: DriftStatus;
  /** ISO 8601. */
  readonly observedAt: string;
  /** The observing account: the service account, or the privileged account whose credentials were sent. */
  readonly observedAs: 'service' | 'setup';
  /** The number of objects of the ledger that were observed. */
  readonly examined: number;
  /** In the order in which the objects are created; extra objects come last. */
  readonly findings: readonly DriftFinding[];
  /** All repair statements, in the order in which to run them. */
  readonly repair: readonly PlanStep[];
  /** Warnings for the reader, one sentence each. */
  readonly warnings: readonly string[];
}
