/** The members of an error. */
export type ErrorMembers = Readonly<Record<string, unknown>>;

/** The error of a database in the form of its driver. */
export class DatabaseError extends Error {
  constructor(message: unknown, members: ErrorMembers) {
    super(String(message));
    Object.assign(this, members);
  }
}

/** Returns whether a value is an object, such as an error. */
export function isObject(value: unknown): value is ErrorMembers {
  return typeof value === 'object' && value !== null;
}
