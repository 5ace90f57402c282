import { StoreError } from '@portcullis/core/ports';

/** The database of a store, from its `open()` to its `close()`. */
export interface LazyDatabase<Database> {
  /**
   * Returns the open database.
   * @throws `STORE_CLOSED` if it is not open.
   */
  current(): Database;
  /** Opens it once; a failed opening may be tried again. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the database of a store that opens it with `connect`. */
export function createLazyDatabase<Database extends { close(): Promise<void> }>(
  connect: () => Promise<Database>,
): LazyDatabase<Database> {
  let opening: Promise<Database> | undefined;
  let database: Database | undefined;
  return {
    current() {
      if (!database) throw new StoreError('STORE_CLOSED', 'The store is used before open() has resolved.');
      return database;
    },
    async open() {
      opening ??= connect();
      try {
        database = await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      await database?.close();
      database = undefined;
    },
  };
}
