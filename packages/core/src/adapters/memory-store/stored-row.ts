/**
 * A row in the memory store. JSON and bytes are copied, so that callers cannot change it. Stored rows are never changed in place.
 */
export type StoredRow = Readonly<Record<string, unknown>>;
