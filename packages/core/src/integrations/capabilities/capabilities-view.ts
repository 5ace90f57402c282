import type { FailureClass } from '@portcullis/plugin-api';
import type { ValidationStatus } from '../views/validation-results.ts';

/**
 * The state of a feature.
 *
 * - `works`: a test or an observation of the platform confirms it.
 * - `limited`: it works, and something deserves attention.
 * - `fails`: a test failed, or one of its objects is missing.
 * - `off`: the config does not switch it on.
 * - `unknown`: no test or observation confirms it.
 */
export type CapabilityState = 'works' | 'limited' | 'fails' | 'off' | 'unknown';

/** One feature of an integration. */
export interface CapabilityView {
  readonly feature: string;
  readonly title: string;
  /** The functions that the feature provides. */
  readonly description: string;
  readonly state: CapabilityState;
  /** The reason, in one or two sentences. */
  readonly why: string;
  /** The tests of the last validation that affect it, without skipped ones. */
  readonly tests: readonly {
    readonly id?: string;
    readonly name: string;
    readonly status: ValidationStatus;
    readonly message?: string;
    readonly failureClass?: FailureClass;
  }[];
  /** The remedy, if a test provides one. */
  readonly remediation?: { readonly statements: readonly string[]; readonly runAs: string };
}

/** The capability matrix of an integration, from the last validation and the last drift report. */
export interface CapabilitiesView {
  readonly id: string;
  readonly type: string;
  readonly features: readonly CapabilityView[];
}
