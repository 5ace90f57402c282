import { closestMatch } from 'leven';
import type { OptionGroup } from '../options/option-group.ts';
import type { UnknownOption } from './unknown-options.ts';

/** Maximum share of a name that is mistyped, and for a name that may be the host's own. */
const MISTYPED = 0.34;
const HARDLY_MISTYPED = 0.2;
/** Two neighbouring characters that are swapped. */
const SWAPPED = 2;

/**
 * Returns the path of the option that a host probably means by an unknown one: of the same group, or of another one.
 *
 * @param all - the names of all options, with those in groups.
 */
export function intendedOption({ name, group, groupPath }: UnknownOption, all: OptionGroup): string | undefined {
  const names = Object.keys(group.names);
  const wanted = name.toLowerCase();
  const maxDistance = group.isOpen
    ? Math.floor(wanted.length * HARDLY_MISTYPED)
    : Math.max(SWAPPED, Math.floor(wanted.length * MISTYPED));
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
