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
  if (applies !== true) {
    if (optOut) throw needless(each, `The case does not apply to this plugin. ${applies}`);
    return { status: 'skipped', reason: applies };
  }
  if (!optOut) {
    await each.run(subject);
    return { status: 'passed' };
  }
  const isKept = await each.run(subject).then(
    () => true,
    () => false,
  );
  if (isKept) throw needless(each, 'The case passes.');
  return { status: 'skipped', reason: optOut.reason };
}

function needless({ id }: PluginCase, why: string): AssertionError {
  return new AssertionError({ message: `${why} Remove the opt-out of "${id}".` });
}
