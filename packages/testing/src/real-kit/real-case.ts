import type { PluginSubject } from '../plugin-kit/plugin-subject.ts';
import { REAL_CASES, type RealCaseId } from './real-case-names.ts';
import type { RealSubject } from './real-run.ts';

/** One behaviour of a plugin on a real platform. */
export interface RealCase {
  readonly id: RealCaseId;
  /** Completes "a plugin that …". */
  readonly name: string;
  /** Returns whether the case applies; otherwise the reason why not. */
  applies(subject: RealSubject): true | string;
  /** Rejects with an `AssertionError` when the plugin fails it. */
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

/** For cases about automatic set-up. */
export function isAutomatic({ subject }: RealSubject): true | string {
  return subject.samples.some(({ mode }) => mode === 'automatic') || 'No sample is set up automatically.';
}

/** For cases about scripts. */
export function runsScripts({ subject, platform }: RealSubject): true | string {
  if (!platform.runScript) return 'The platform runs no scripts.';
  return subject.samples.some(({ mode }) => mode === 'manual') || 'No sample is set up by script.';
}

/** For cases about edits. */
export function isEditable({ subject }: { readonly subject: PluginSubject }): true | string {
  return subject.definition.editable || 'PUT does not take the type.';
}
