/** The environment variable with the address of the process that shares its PostgreSQL with this one. */
export const SHARED_ADDRESS = 'PORTCULLIS_TEST_POSTGRES';

/** The first account of a shared server and of the copied data. */
export const SHARED_USER = 'postgres';

/** The response to `cluster`: the data of a stopped server, for copying. */
export interface SharedCluster {
  readonly data: string;
  readonly password: string;
}

/** The request `database`. */
export interface DatabaseOrder {
  /** Settings of every session on the database. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/**
 * The response to `database`, and the content of the request `release`, which drops the database unless it has open
 * sessions.
 */
export interface SharedDatabase {
  readonly port: number;
  readonly password: string;
  readonly database: string;
}
