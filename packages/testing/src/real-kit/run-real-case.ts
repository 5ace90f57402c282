import { AssertionError } from 'node:assert/strict';
import type { PluginCaseOutcome } from '../plugin-kit/run-plugin-case.ts';
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
  const optOut = optOuts.find((out) => out.case === each.id);
  if (applies !== true) return { status: 'skipped', reason: applies };
  if (!optOut) {
    await each.run(subject);
    return { status: 'passed' };
  }
  const isPassed = await each.run(subject).then(
    () => true,
    () => false,
  );
  if (isPassed) throw new AssertionError({ message: `The case passes: remove the opt-out of "${each.id}".` });
  return { status: 'skipped', reason: optOut.reason };
}
