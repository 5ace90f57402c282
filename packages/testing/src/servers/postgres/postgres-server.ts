/** A database of a PostgreSQL server on this machine, with the credentials of its first account. */
export interface PostgresServer {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** `postgresql://user:password@127.0.0.1:port/database`, with the parts encoded. */
  readonly connectionString: string;
}

/** Returns such a database with its connection string. */
export function postgresServer<Database extends string>(
  parts: Readonly<Record<'user' | 'password', string>> & { readonly port: number; readonly database: Database },
): PostgresServer & { readonly database: Database } {
  const [user, password, database] = [parts.user, parts.password, parts.database].map(encodeURIComponent);
  return {
    ...parts,
    host: '127.0.0.1',
    connectionString: `postgresql://${user}:${password}@127.0.0.1:${parts.port}/${database}`,
  };
}
