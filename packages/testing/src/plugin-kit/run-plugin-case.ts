import { AssertionError } from 'node:assert/strict';
import type { PluginCase } from './plugin-case.ts';
import type { PluginSubject } from './plugin-subject.ts';

/** The outcome of a case that did not fail. */
export type PluginCaseOutcome =
  | { readonly status: 'passed' }
  /** It says nothing about this plugin, or the plugin opted out of it and does indeed not keep it. */
  | { readonly status: 'skipped'; readonly reason: string };

/**
 * Runs one case, opt-outs considered.
 *
 * @throws AssertionError when the plugin does not do what the case says, and when it does although it opted out.
 */
export async function runPluginCase(each: PluginCase, subject: PluginSubject): Promise<PluginCaseOutcome> {
  const optOut = subject.optOuts?.find((out) => out.case === each.id);
  const applies = each.applies(subject);
  if (applies !== true) {
    if (optOut) throw needless(each, `The case says nothing about this plugin. ${applies}`);
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
  return new AssertionError({ message: `${why} Take the opt-out of "${id}" away.` });
}
