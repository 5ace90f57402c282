import type { InputIssue } from '../kernel/errors/service-error.ts';
import type { OptionGroup } from '../options/option-group.ts';
import { intendedOption } from './intended-option.ts';
import { findUnknownOptions, type UnknownOption } from './unknown-options.ts';

/**
 * Returns an issue for each unknown name in options, with the option that the host probably means.
 *
 * @internal The other packages of Portcullis check their options with it.
 */
export function unknownOptionIssues(options: unknown, all: OptionGroup): readonly InputIssue[] {
  return findUnknownOptions(options, all).flatMap((unknown) => issuesOf(unknown, all));
}

/** Returns the issue of one unknown name. In a group that may have other members, only names similar to an option have one. */
export function issuesOf(unknown: UnknownOption, all: OptionGroup): readonly InputIssue[] {
  const intended = intendedOption(unknown, all);
  if (intended === undefined && unknown.group.isOpen) return [];
  const question = intended === undefined ? '' : ` Did you mean ${intended}?`;
  return [{ path: unknown.path, message: `There is no such option.${question}` }];
}
