/** The members of a response. */
export type Answer = Readonly<Record<string, unknown>>;

/** Returns whether a value from JSON has members. */
export function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the objects in a list of a response. Values other than lists and objects are omitted. */
export function objectsIn(list: unknown): readonly Answer[] {
  return Array.isArray(list) ? list.filter(isAnswer) : [];
}
