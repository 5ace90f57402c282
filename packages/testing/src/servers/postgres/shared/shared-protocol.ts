/** The environment variable with the address of the process that shares its PostgreSQL with this one. */
export const SHARED_ADDRESS = 'PORTCULLIS_TEST_POSTGRES';

/** The first account of a shared server, and of the data that are copied. */
export const SHARED_USER = 'postgres';

/** The response to `cluster`: data of a stopped server, to be copied. */
export interface SharedCluster {
  readonly data: string;
  readonly password: string;
}

/** The request `database`. */
export interface DatabaseOrder {
  /** Settings of every session on the database. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** The response to it, and the request `release`, which drops the database unless sessions are still open on it. */
export interface SharedDatabase {
  readonly port: number;
  readonly password: string;
  readonly database: string;
}
