import type { OptionGroup } from '../options/option-group.ts';

/** An option that does not exist. */
export interface UnknownOption {
  /** The path, such as `webhooks.retries`. */
  readonly path: string;
  readonly name: string;
  /** The path of its group, with a final dot; empty for an option that is in no group. */
  readonly groupPath: string;
  readonly group: OptionGroup;
}

/**
 * Returns the unknown names in options. An option that is undefined has no effect under any name. Instances of
 * classes may have members of their own.
 */
export function findUnknownOptions(options: unknown, group: OptionGroup, groupPath = ''): readonly UnknownOption[] {
  if (Array.isArray(options)) {
    return options.flatMap((entry, index) => findUnknownOptions(entry, group, `${groupPath}${index}.`));
  }
  if (!isObjectLiteral(options)) return [];
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || (group.hasCallbacks && typeof value !== 'function')) return [];
    const path = `${groupPath}${name}`;
    if (!Object.hasOwn(group.names, name)) return [{ path, name, groupPath, group }];
    const inner = group.names[name];
    return inner ? findUnknownOptions(value, inner, `${path}.`) : [];
  });
}

/** Returns whether an object was written as a literal. Those of another context of `node:vm` have another prototype. */
function isObjectLiteral(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && Object.getPrototypeOf(prototype) === null;
}
