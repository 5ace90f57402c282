import { Connection, type ConnectionConfiguration, Request } from 'tedious';

/** The result of a batch, as the driver reads it. */
interface EmulatorResponse {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly messages: readonly string[];
}

/** An administrator with a query tool: the real driver, without the plugin. */
export interface ManualClient {
  /** Sends a batch. */
  batch(text: string): Promise<EmulatorResponse>;
  /** Cancels the running batch. */
  cancel(): void;
  close(): Promise<void>;
}

/** The server and the user of a sign-in. */
export interface ClientOptions {
  readonly port: number;
  readonly userName: string;
  readonly password: string;
  readonly database: string;
  readonly ca?: string;
  readonly encrypt?: boolean | 'strict';
  readonly serverName?: string;
}

/** Signs in with the real driver. */
export async function connectClient(options: ClientOptions): Promise<ManualClient> {
  const { port, userName, password, database, ca, encrypt = true, serverName = 'localhost' } = options;
  const configuration: ConnectionConfiguration = {
    server: '127.0.0.1',
    authentication: { type: 'default', options: { userName, password } },
    options: {
      port,
      database,
      encrypt: encrypt as boolean,
      serverName,
      cryptoCredentialsDetails: ca === undefined ? {} : { ca },
      useColumnNames: false,
      requestTimeout: 0,
    },
  };
  const connection = new Connection(configuration);
  const messages: string[] = [];
  // The running request itself receives the error of a lost connection.
  connection.on('error', () => {});
  connection.on('infoMessage', ({ message }) => messages.push(message));
  const closed = new Promise<void>((resolve) => connection.once('end', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  const run = (send: (request: Request) => void, text: string): Promise<EmulatorResponse> =>
    new Promise((resolve, reject) => {
      const rows: Record<string, unknown>[] = [];
      messages.length = 0;
      const request = new Request(text, (error) =>
        error ? reject(error) : resolve({ rows, messages: [...messages] }),
      );
      request.on(
        'row',
        (cells: readonly { readonly metadata: { readonly colName: string }; readonly value: unknown }[]) =>
          rows.push(Object.fromEntries(cells.map(({ metadata, value }) => [metadata.colName, value]))),
      );
      send(request);
    });
  return {
    batch: (text) => run((request) => connection.execSqlBatch(request), text),
    cancel: () => void connection.cancel(),
    async close() {
      connection.close();
      await closed;
    },
  };
}
