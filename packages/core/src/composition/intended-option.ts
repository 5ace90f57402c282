import { closestMatch } from 'leven';
import type { OptionGroup } from '../options/option-group.ts';
import type { UnknownOption } from './unknown-options.ts';

/** Maximum share of the characters of a name that differ from the option that it is a mistyped form of. */
const MAX_TYPO_SHARE = 0.34;
/** The same in a group that may have names of the host. */
const MAX_TYPO_SHARE_IN_OPEN_GROUP = 0.2;
/** The edit distance of two neighbouring characters that are swapped. */
const SWAP_DISTANCE = 2;

/**
 * Returns the path of the option that a host probably means by an unknown one: of the same group, or of another one.
 *
 * @param all - the names of all options, with those in groups.
 */
export function intendedOption({ name, group, groupPath }: UnknownOption, all: OptionGroup): string | undefined {
  const names = Object.keys(group.names);
  const wanted = name.toLowerCase();
  const maxDistance = group.isOpen
    ? Math.floor(wanted.length * MAX_TYPO_SHARE_IN_OPEN_GROUP)
    : Math.max(SWAP_DISTANCE, Math.floor(wanted.length * MAX_TYPO_SHARE));
  const candidates = names.map((each) => each.toLowerCase());
  const close = closestMatch(wanted, candidates, { maxDistance });
  const sibling = names.find((each) => each.toLowerCase() === close);
  if (sibling !== undefined) return `${groupPath}${sibling}`;
  return group.isOpen ? undefined : pathOf(name, all, '');
}

function pathOf(name: string, { names }: OptionGroup, path: string): string | undefined {
  if (Object.hasOwn(names, name)) return `${path}${name}`;
  for (const [outer, inner] of Object.entries(names)) {
    const found = inner && pathOf(name, inner, `${path}${outer}.`);
    if (found) return found;
  }
  return undefined;
}
