import { REAL_CASES, type RealCaseId } from './real-case-names.ts';
import { librarySamples, type RealSubject, scriptSamples } from './real-run.ts';

/** One behaviour of a plugin on a real platform. */
export interface RealCase {
  readonly id: RealCaseId;
  /** Completes "a plugin that …". */
  readonly name: string;
  /** Returns whether the case applies; otherwise the reason why not. */
  applies(subject: RealSubject): true | string;
  /** Rejects with an `AssertionError` if the plugin fails it. */
  run(subject: RealSubject): Promise<void>;
}

/** Declares a case. */
export function realCase(
  id: RealCaseId,
  run: (subject: RealSubject) => Promise<void>,
  applies: RealCase['applies'] = () => true,
): RealCase {
  return { id, name: REAL_CASES[id], applies, run };
}

/** The condition of cases about a set-up by the library. */
export function hasLibrarySample(subject: RealSubject): true | string {
  return librarySamples(subject).length > 0 || 'No sample is in automatic mode.';
}

/** The condition of cases about scripts. */
export function runsScripts(subject: RealSubject): true | string {
  if (!subject.platform.runScript) return 'The platform has no `runScript`.';
  return scriptSamples(subject).length > 0 || 'No sample is set up by script.';
}
