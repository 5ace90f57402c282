import pg from 'pg';
import type { QueryTarget } from './query-target.ts';

/** The contents of a cluster before the service uses it. */
export interface TargetPreparation {
  readonly initialDatabase: string;
  readonly username: string;
  readonly password: string;
}

/**
 * Creates the database and the administrator of the demo if they are missing. The administrator is no superuser: it may
 * create databases and roles, and schemas in the initial database.
 */
export async function prepareTarget(query: QueryTarget, preparation: TargetPreparation): Promise<void> {
  const { initialDatabase, username, password } = preparation;
  const database = pg.escapeIdentifier(initialDatabase);
  const administrator = pg.escapeIdentifier(username);
  const found = await query(
    `SELECT EXISTS (SELECT FROM pg_database WHERE datname = ${pg.escapeLiteral(initialDatabase)}) AS database,
            EXISTS (SELECT FROM pg_roles WHERE rolname = ${pg.escapeLiteral(username)}) AS administrator`,
  );
  if (!found[0]?.database) await query(`CREATE DATABASE ${database}`);
  const verb = found[0]?.administrator ? 'ALTER' : 'CREATE';
  await query(`${verb} ROLE ${administrator} LOGIN CREATEDB CREATEROLE PASSWORD ${pg.escapeLiteral(password)}`);
  await query(`GRANT CREATE ON DATABASE ${database} TO ${administrator}`);
}
