import type { DriverConnection, DriverConnectionOptions, LoadDriver } from '../../src/connection/driver.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** A driver without a connection, which records statements and returns the results of a test. */
export interface ScriptedDriver {
  readonly load: LoadDriver;
  /** The options of every connection that was opened. */
  readonly connections: DriverConnectionOptions[];
  /** The sent statements. */
  readonly statements: string[];
}

/**
 * @param answer - the rows of a statement, or the error that the server responds with.
 */
export function scriptedDriver(respond: (statement: string) => Rows | Error = () => []): ScriptedDriver {
  const connections: DriverConnectionOptions[] = [];
  const statements: string[] = [];
  const connection: DriverConnection = {
    async query(text) {
      statements.push(text);
      const rows = respond(text);
      if (rows instanceof Error) throw rows;
      return [rows, []];
    },
    async end() {},
    destroy() {},
    on() {},
  };
  const createConnection = async (options: DriverConnectionOptions) => {
    connections.push(options);
    return connection;
  };
  return { load: async () => ({ createConnection }), connections, statements };
}
