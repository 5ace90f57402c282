import { ident, join, literal, type Observation, type ObservedObject, type Sql, sql } from '@portcullis/plugin-api';
import type { PlatformSession, Row } from '../connection/platform-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { grantPattern, MARKS_TABLE, OBJECT_KEYS } from '../objects/blueprint.ts';
import { SERVICE_PRIVILEGES } from '../objects/privileges.ts';
import { ANY_HOST } from '../objects/service-account-name.ts';

/** The inputs for the observation of one object. */
interface ObservationRequest {
  readonly object: ObservedObject;
  readonly database: string;
  /** Returns the first row of a query. */
  find(statement: Sql): Promise<Row | undefined>;
}

type ObservationResult = Omit<Observation, 'key'>;

/**
 * The observers of the objects, by object key. Old versions of the plugin may have created more objects: their keys stay
 * here.
 */
const OBSERVERS: Readonly<Record<string, (request: ObservationRequest) => Promise<ObservationResult>>> = {
  [OBJECT_KEYS.database]: observeDatabase,
  [OBJECT_KEYS.marks]: observeMarks,
  [OBJECT_KEYS.serviceAccount]: observeServiceAccount,
  [OBJECT_KEYS.databaseAccess]: observeDatabaseAccess,
};

const ABSENT: ObservationResult = { state: 'absent' };
const UNKNOWN: ObservationResult = { state: 'unknown' };

/**
 * Observes the objects. An account sees the databases that it may use. It sees other accounts only if it may read the
 * system tables with them. An object that it cannot see is `unknown`, never `absent`.
 */
export async function observe(
  session: PlatformSession,
  objects: readonly ObservedObject[],
  { config, signal }: { readonly config: { readonly database: string }; readonly signal: AbortSignal },
): Promise<readonly Observation[]> {
  const find: ObservationRequest['find'] = async (statement) => (await session.query(statement, { signal }))[0];
  const observations: Observation[] = [];
  for (const object of objects) {
    const request = OBSERVERS[object.key]?.({ object, database: config.database, find }).catch(unknownIfHidden);
    observations.push({ key: object.key, ...((await request) ?? UNKNOWN) });
  }
  return observations;
}

function unknownIfHidden(error: unknown): ObservationResult {
  if (classifyError(error)?.class === 'missing-grant') return UNKNOWN;
  throw error;
}

async function observeDatabase({ object, find }: ObservationRequest): Promise<ObservationResult> {
  const row = await find(
    sql`SELECT SCHEMA_COMMENT AS mark FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ${literal(object.name)}`,
  );
  if (row) return { state: row.mark === object.mark ? 'ours' : 'foreign' };
  return (await sees(object.name, find)) ? ABSENT : UNKNOWN;
}

async function observeMarks({ object, database, find }: ObservationRequest): Promise<ObservationResult> {
  const row = await find(
    sql`SELECT TABLE_COMMENT AS mark FROM information_schema.TABLES WHERE TABLE_SCHEMA = ${literal(database)} AND TABLE_NAME = ${literal(object.name)}`,
  );
  if (row) return { state: row.mark === object.mark ? 'ours' : 'foreign' };
  return (await sees(database, find)) ? ABSENT : UNKNOWN;
}

/** True when the account would see the database if it existed: the account has a privilege on it, or sees all databases. */
async function sees(database: string, find: ObservationRequest['find']): Promise<boolean> {
  const grantee = sql`CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')`;
  const row = await find(
    sql`SELECT 1 FROM information_schema.USER_PRIVILEGES WHERE GRANTEE = ${grantee} AND PRIVILEGE_TYPE = 'SHOW DATABASES' UNION ALL SELECT 1 FROM information_schema.SCHEMA_PRIVILEGES WHERE GRANTEE = ${grantee} AND TABLE_SCHEMA = ${literal(grantPattern(database))} LIMIT 1`,
  );
  return row !== undefined;
}

/** An account that may not read the table of accounts still sees one account: its own. */
async function observeServiceAccount({ object, database, find }: ObservationRequest): Promise<ObservationResult> {
  const own = await find(
    sql`SELECT @@max_user_connections AS connection_limit FROM DUAL WHERE CURRENT_USER() = ${literal(`${object.name}@${ANY_HOST}`)}`,
  );
  const row =
    own ??
    (await find(
      sql`SELECT max_user_connections AS connection_limit, Super_priv AS superuser FROM mysql.user WHERE User = ${literal(object.name)} AND Host = ${literal(ANY_HOST)}`,
    ));
  if (!row) return ABSENT;
  if (row.superuser === 'Y' || !(await isMarked(object, database, find))) return { state: 'foreign' };
  return { state: 'ours', values: { connectionLimit: Number(row.connection_limit) } };
}

/** Without a table of marks, no account has a mark. */
async function isMarked(object: ObservedObject, database: string, find: ObservationRequest['find']): Promise<boolean> {
  try {
    const row = await find(
      sql`SELECT mark FROM ${ident(database, MARKS_TABLE)} WHERE account = ${literal(object.name)}`,
    );
    return row?.mark === object.mark;
  } catch (error) {
    if (classifyError(error)?.class === 'not-found') return false;
    throw error;
  }
}

/**
 * The grant has no mark. Its name identifies its owner, so a grant that exists is ours. Every account sees its own grants
 * in one place. The grants of other accounts are in another place, and only an account that may read it sees them.
 */
async function observeDatabaseAccess({ object, database, find }: ObservationRequest): Promise<ObservationResult> {
  const account = object.name.slice(0, -` in ${database}`.length);
  const pattern = literal(grantPattern(database));
  const own = await find(sql`SELECT 1 FROM DUAL WHERE CURRENT_USER() = ${literal(`${account}@${ANY_HOST}`)}`);
  if (!own) {
    const all = join(
      SERVICE_PRIVILEGES.map((name) => sql`${ident(grantColumn(name))} = 'Y'`),
      sql` AND `,
    );
    const row = await find(
      sql`SELECT 1 FROM mysql.db WHERE Db = ${pattern} AND User = ${literal(account)} AND Host = ${literal(ANY_HOST)} AND ${all}`,
    );
    return row ? { state: 'ours' } : ABSENT;
  }
  const grantee = literal(`'${account}'@'${ANY_HOST}'`);
  const privileges = join(SERVICE_PRIVILEGES.map(literal), sql`, `);
  const row = await find(
    sql`SELECT COUNT(*) AS privileges FROM information_schema.SCHEMA_PRIVILEGES WHERE GRANTEE = ${grantee} AND TABLE_SCHEMA = ${pattern} AND PRIVILEGE_TYPE IN (${privileges})`,
  );
  return Number(row?.privileges) === SERVICE_PRIVILEGES.length ? { state: 'ours' } : ABSENT;
}

/** The column of `CREATE VIEW` is `Create_view_priv`. */
function grantColumn(privilege: string): string {
  return `${privilege.charAt(0)}${privilege.slice(1).toLowerCase().replaceAll(' ', '_')}_priv`;
}
