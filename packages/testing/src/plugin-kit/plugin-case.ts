import { PLUGIN_CASES, type PluginCaseId } from './plugin-case-names.ts';
import type { PluginSubject } from './plugin-subject.ts';

/** A behaviour of every plugin. */
export interface PluginCase {
  readonly id: PluginCaseId;
  /** Completes "a plugin that …". */
  readonly name: string;
  /** Returns whether the case applies to this plugin; otherwise the reason why not. */
  applies(subject: PluginSubject): true | string;
  /** Rejects with an `AssertionError` if the plugin behaves differently. */
  run(subject: PluginSubject): Promise<void>;
}

/** Declares a case. */
export function pluginCase(
  id: PluginCaseId,
  run: (subject: PluginSubject) => Promise<void> | void,
  applies: PluginCase['applies'] = () => true,
): PluginCase {
  return { id, name: PLUGIN_CASES[id], applies, run: async (subject) => run(subject) };
}
