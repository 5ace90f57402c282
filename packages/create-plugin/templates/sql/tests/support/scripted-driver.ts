import type { DriverClient, DriverClientOptions, LoadDriver } from '../../src/connection/driver.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** A driver without a connection, which records statements and returns the results of a test. */
export interface ScriptedDriver {
  readonly load: LoadDriver;
  /** The options of each connection. */
  readonly connections: DriverClientOptions[];
  /** The sent statements. */
  readonly statements: string[];
}

/**
 * @param answer - the rows of a statement, or the error of the server.
 */
export function scriptedDriver(respond: (statement: string) => Rows | Error = () => []): ScriptedDriver {
  const connections: DriverClientOptions[] = [];
  const statements: string[] = [];
  const client: DriverClient = {
    async connect() {},
    async end() {},
    on() {},
    async query(text) {
      statements.push(text);
      const rows = respond(text);
      if (rows instanceof Error) throw rows;
      return { rows };
    },
  };
  const createClient = (options: DriverClientOptions): DriverClient => {
    connections.push(options);
    return client;
  };
  return { load: async () => ({ createClient }), connections, statements };
}
