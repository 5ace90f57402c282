/** The members of an answer. */
export type Answer = Readonly<Record<string, unknown>>;

/** Returns whether a value read from JSON has members. */
export function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list of an answer. Whatever is no list, or no object in it, is left out. */
export function objectsIn(list: unknown): readonly Answer[] {
  return Array.isArray(list) ? list.filter(isAnswer) : [];
}
