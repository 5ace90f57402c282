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
  class Client implements DriverClient {
    constructor(options: DriverClientOptions) {
      connections.push(options);
    }
    async connect() {}
    async end() {}
    on() {}
    async query(text: string) {
      statements.push(text);
      const rows = respond(text);
      if (rows instanceof Error) throw rows;
      return { rows };
    }
  }
  return { load: async () => ({ Client }), connections, statements };
}
