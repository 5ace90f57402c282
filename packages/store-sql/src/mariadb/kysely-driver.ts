import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';
import type { TakenConnection } from './take-connection.ts';

interface KyselyConnection extends DatabaseConnection {
  readonly taken: TakenConnection;
}

/** Creates the driver of Kysely for migrations. Their statements are not prepared: some cannot be. */
export function createKyselyDriver(take: () => Promise<TakenConnection>): Driver {
  const send = (connection: DatabaseConnection, text: string) => connection.executeQuery(CompiledQuery.raw(text));
  return {
    async init() {},
    async acquireConnection(): Promise<KyselyConnection> {
      const taken = await take();
      return {
        taken,
        async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
          const query = { sql, rowsAsArray: false, typeCast: true, supportBigNumbers: true } as const;
          const [response] = await (parameters.length > 0
            ? taken.connection.execute({ ...query, values: [...parameters] })
            : taken.connection.query(query));
          return { rows: (Array.isArray(response) ? response : []) as Row[] };
        },
        // biome-ignore lint/correctness/useYield: no migration reads a stream.
        async *streamQuery() {
          throw new Error('Migrations read no streams.');
        },
      };
    },
    beginTransaction: async (connection) => void (await send(connection, 'start transaction')),
    commitTransaction: async (connection) => void (await send(connection, 'commit')),
    rollbackTransaction: async (connection) => void (await send(connection, 'rollback')),
    releaseConnection: async (connection) => (connection as KyselyConnection).taken.release(),
    async destroy() {},
  };
}
