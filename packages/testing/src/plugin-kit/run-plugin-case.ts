import { AssertionError } from 'node:assert/strict';
import type { PluginCase } from './plugin-case.ts';
import type { PluginSubject } from './plugin-subject.ts';

/** The outcome of a case that did not fail. */
export type PluginCaseOutcome =
  | { readonly status: 'passed' }
  /** The case does not apply, or the plugin opted out of it and fails it. */
  | { readonly status: 'skipped'; readonly reason: string };

/**
 * Runs one case, with regard to opt-outs.
 *
 * @throws AssertionError if the plugin fails the case, and if it passes a case that it opted out of.
 */
export async function runPluginCase(each: PluginCase, subject: PluginSubject): Promise<PluginCaseOutcome> {
  const optOut = subject.optOuts?.find((out) => out.case === each.id);
  const applies = each.applies(subject);
  if (applies === true) return runWithOptOut(each.id, () => each.run(subject), optOut);
  if (optOut) throw needless(each.id, `The case does not apply to this plugin. ${applies}`);
  return { status: 'skipped', reason: applies };
}

/**
 * Runs a case that applies to a plugin.
 *
 * @param optOut - the opt-out of the plugin, with its reason, if there is one.
 */
export async function runWithOptOut(
  id: string,
  run: () => Promise<void>,
  optOut: { readonly reason: string } | undefined,
): Promise<PluginCaseOutcome> {
  if (!optOut) {
    await run();
    return { status: 'passed' };
  }
  const isPassed = await run().then(
    () => true,
    () => false,
  );
  if (isPassed) throw needless(id, 'The case passes.');
  return { status: 'skipped', reason: optOut.reason };
}

function needless(id: string, why: string): AssertionError {
  return new AssertionError({ message: `${why} Remove the opt-out of "${id}".` });
}
