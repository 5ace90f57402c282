import { ident, literal, sql } from '@portcullis/plugin-api';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import { isYes } from '../connection/snowflake-session.ts';
import type { Row } from '../connection/sql-transport.ts';
import { classifyError } from '../failures/classify-error.ts';
import { listed } from '../objects/guards.ts';

type List = Parameters<typeof listed>[0];

/** The platform as the signed-in account sees it. Lists of grants are read once. */
export interface AccountView {
  /** Returns the row of a list with exactly this name. */
  find(list: List, name: string): Promise<Row | undefined>;
  /** Returns the row of a schema of a database; `undefined` also if the database is not visible. */
  schema(database: string, name: string): Promise<Row | undefined>;
  /** Returns the grants to a role; `undefined` if they may not be seen. */
  grantsTo(role: string): Promise<readonly Row[] | undefined>;
  /** Returns the grants on a schema; `undefined` if they may not be seen. Its owner sees all of them. */
  grantsOn(database: string, schema: string): Promise<readonly Row[] | undefined>;
  /** Returns the grantees of a role; `undefined` if they may not be seen. */
  grantsOf(role: string): Promise<readonly Row[] | undefined>;
  /**
   * Returns whether every object of the account is visible, so that an unlisted one does not exist. Source: "SHOW
   * ROLES" and other lists: the privilege MANAGE GRANTS makes all objects visible.
   */
  seesAllObjects(): Promise<boolean>;
  /** Returns the properties of a user, by their names; `undefined` if they are not visible. */
  user(name: string): Promise<Readonly<Record<string, string>> | undefined>;
}

/** Creates the view of the account of a session. */
export function createAccountView(session: SnowflakeSession, signal: AbortSignal): AccountView {
  const query = (statement: Parameters<SnowflakeSession['query']>[0]) => session.query(statement, { signal });
  const once = <Value>(request: (key: string) => Promise<Value>): ((key: string) => Promise<Value>) => {
    const results = new Map<string, Promise<Value>>();
    return (key) => {
      const found = results.get(key) ?? request(key);
      results.set(key, found);
      return found;
    };
  };
  const grantsTo = once((role) => undefinedIfHidden(() => query(sql`SHOW GRANTS TO ROLE ${ident(role)}`)));
  const seesAllObjects = once(async () => {
    const [row] = await query(
      sql`SELECT CURRENT_ROLE() AS ROLE, IS_ROLE_IN_SESSION(${literal('SECURITYADMIN')}) AS SECURITY`,
    );
    if (isYes(row?.SECURITY)) return true;
    const grants = row?.ROLE == null ? undefined : await grantsTo(String(row.ROLE));
    return grants?.some(({ privilege }) => privilege === 'MANAGE GRANTS') ?? false;
  });
  return {
    find: async (list, name) => (await query(listed(list, name))).find((row) => row.name === name),
    schema: async (database, name) => {
      const rows = await undefinedIfHidden(() => query(sql`${listed('SCHEMAS', name)} IN DATABASE ${ident(database)}`));
      return rows?.find((row) => row.name === name);
    },
    grantsTo,
    grantsOn: (database, schema) =>
      undefinedIfHidden(() => query(sql`SHOW GRANTS ON SCHEMA ${ident(database, schema)}`)),
    grantsOf: once((role) => undefinedIfHidden(() => query(sql`SHOW GRANTS OF ROLE ${ident(role)}`))),
    seesAllObjects: () => seesAllObjects(''),
    user: async (name) => {
      const rows = await undefinedIfHidden(() => query(sql`DESCRIBE USER ${ident(name)}`));
      return rows && Object.fromEntries(rows.map((row) => [String(row.property), String(row.value ?? '')]));
    },
  };
}

/** Returns the result, or `undefined` for an invisible object, which the platform reports as missing or refuses. */
async function undefinedIfHidden<Value>(request: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await request();
  } catch (error) {
    if (['missing-grant', 'not-found'].includes(classifyError(error)?.class ?? '')) return undefined;
    throw error;
  }
}
