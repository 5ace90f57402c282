/** Returns the names of options that have a value. Instances of classes may have members of their own, so none of theirs count. */
export function definedNames(options: object): readonly string[] {
  const prototype: unknown = Object.getPrototypeOf(options);
  if (prototype === null || Object.getPrototypeOf(prototype) !== null) return [];
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
