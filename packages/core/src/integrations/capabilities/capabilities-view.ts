import type { FailureClass } from '@portcullis/plugin-api';
import type { ValidationStatus } from '../views/validation-results.ts';

/**
 * Whether a feature works.
 *
 * - `works`: a test or a look at the platform says so.
 * - `limited`: it works, and something deserves attention.
 * - `fails`: a test failed, or an object it is made of is missing.
 * - `off`: the config does not switch it on.
 * - `unknown`: nothing has spoken for it.
 */
export type CapabilityState = 'works' | 'limited' | 'fails' | 'off' | 'unknown';

/** One feature of an integration. */
export interface CapabilityView {
  readonly feature: string;
  readonly title: string;
  /** What works when it works. */
  readonly description: string;
  readonly state: CapabilityState;
  /** Why, one or two sentences. */
  readonly why: string;
  /** The tests of the last validation that speak for it, without those that were skipped. */
  readonly tests: readonly {
    readonly id?: string;
    readonly name: string;
    readonly status: ValidationStatus;
    readonly message?: string;
    readonly failureClass?: FailureClass;
  }[];
  /** What mends it, where a test says it. */
  readonly remediation?: { readonly statements: readonly string[]; readonly runAs: string };
}

/** The capability matrix of an integration, from the last validation and the last look for drift. */
export interface CapabilitiesView {
  readonly id: string;
  readonly type: string;
  readonly features: readonly CapabilityView[];
}
