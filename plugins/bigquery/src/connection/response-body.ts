/** The members of a response. */
export type ResponseBody = Readonly<Record<string, unknown>>;

/** Returns whether a value from JSON has members. */
export function isResponseBody(value: unknown): value is ResponseBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the objects in a list of a response. Values other than lists and objects are omitted. */
export function objectsIn(list: unknown): readonly ResponseBody[] {
  return Array.isArray(list) ? list.filter(isResponseBody) : [];
}
