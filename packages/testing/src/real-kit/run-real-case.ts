import { type PluginCaseOutcome, runWithOptOut } from '../plugin-kit/run-plugin-case.ts';
import type { RealCase } from './real-case.ts';
import type { RealOptOut } from './real-platform-conformance-options.ts';
import type { RealSubject } from './real-run.ts';

/**
 * Runs one case, with regard to opt-outs.
 *
 * @throws AssertionError if the plugin fails the case, and if it passes a case that it opted out of.
 */
export async function runRealCase(
  each: RealCase,
  subject: RealSubject,
  optOuts: readonly RealOptOut[] = [],
): Promise<PluginCaseOutcome> {
  const applies = each.applies(subject);
  if (applies !== true) return { status: 'skipped', reason: applies };
  const optOut = optOuts.find((out) => out.case === each.id);
  return runWithOptOut(each.id, () => each.run(subject), optOut);
}
