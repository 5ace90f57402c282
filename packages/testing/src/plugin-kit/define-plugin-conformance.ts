import { describe, it } from 'vitest';
import { pluginConformance } from './plugin-conformance.ts';
import type { PluginConformance } from './plugin-conformance-options.ts';
import { createPluginSubject } from './plugin-subject.ts';
import { runPluginCase } from './run-plugin-case.ts';

/** Milliseconds for one case: some cases set the platform up once for each statement. */
const CASE_TIMEOUT_MS = 120_000;

/**
 * Declares the plugin conformance kit as vitest tests. Cases that do not apply to the plugin, and its opt-outs, are
 * shown as skipped with the reason.
 *
 * @example
 * ```ts
 * definePluginConformance({
 *   plugin: redshift(),
 *   samples: [{ name: 'password', mode: 'automatic', config: { host: '…', authenticationType: 'userPassword', … } }],
 *   edits: [{ name: 'without impersonation', sample: 'password', changes: { impersonation: undefined } }],
 * });
 * ```
 * @throws TypeError when the options contradict themselves.
 */
export function definePluginConformance(options: PluginConformance): void {
  const subject = createPluginSubject(options);
  describe(`${options.plugin.type} is a plugin that`, () => {
    for (const each of pluginConformance) {
      it(each.name, { timeout: CASE_TIMEOUT_MS }, async ({ skip }) => {
        const outcome = await runPluginCase(each, subject);
        if (outcome.status === 'skipped') skip(outcome.reason);
      });
    }
  });
}
