import { literal, type Scalar, type Sql, sql } from '@portcullis/plugin-api';
import { isTrue, type Row } from '../connection/redshift-session.ts';
import { ACCOUNTS, type Catalog, DATABASES, named, ROLES } from '../objects/catalogs.ts';
import {
  ABSENT,
  type ObservationRequest,
  type ObservationResult,
  type Observer,
  UNKNOWN,
} from './observation-request.ts';

/**
 * The test for a database that an interrupted DROP DATABASE has left. Only PostgreSQL leaves such databases. Source:
 * PostgreSQL manual, "pg_database".
 */
const REMNANT = {
  redshift: sql``,
  postgresql: sql`, listed.datconnlimit = -2 AS remnant`,
} as const;

/** Observes the managed database. */
export const observeDatabase: Observer = async (request) => {
  const row = await find(request, DATABASES, REMNANT[request.engine]);
  if (!row) return ABSENT;
  const result = await compareMark(request, row, {});
  return isTrue(row.remnant) ? { ...result, isRemnant: true } : result;
};

/** Observes the service account. A superuser is never ours, whatever its marks. */
export const observeAccount: Observer = async (request) => {
  const catalog = ACCOUNTS[request.engine];
  const row = await find(
    request,
    catalog,
    sql`, ${catalog.superuser} AS superuser, ${catalog.createsDatabases} AS creates_databases`,
  );
  if (!row) return ABSENT;
  if (isTrue(row.superuser)) return { state: 'foreign', platformId: String(row.id) };
  return compareMark(request, row, { createDatabases: isTrue(row.creates_databases) });
};

/**
 * Observes the role of impersonation. On Amazon Redshift only superusers see every role ("SVV_ROLES"). The service
 * account uses the mark, which the script writes and removes together with the role.
 */
export const observeRole: Observer = async (request) => {
  const row = await find(request, ROLES[request.engine]);
  if (row) return compareMark(request, row, {});
  if (request.engine === 'postgresql' || (await isSuperuser(request))) return ABSENT;
  if (!(await isServiceAccount(request))) return UNKNOWN;
  const { mark, name } = request.object;
  const isMarked = await request.marks.hasName(mark, name);
  if (isMarked === 'hidden') return UNKNOWN;
  return isMarked === 'yes' ? { state: 'ours', values: { name } } : ABSENT;
};

/** Returns whether the service account has opened the session. */
export async function isServiceAccount({ session, account, signal }: ObservationRequest): Promise<boolean> {
  const query = sql`SELECT 1 WHERE current_user = ${literal(account)}`;
  return (await session.query(query, { signal })).length > 0;
}

async function compareMark(
  request: ObservationRequest,
  row: Row,
  values: Readonly<Record<string, Scalar>>,
): Promise<ObservationResult> {
  const platformId = String(row.id);
  const isMarked = await request.marks.has(request.object.mark, platformId);
  if (isMarked === 'hidden') return { ...UNKNOWN, platformId };
  if (isMarked === 'no') return { state: 'foreign', platformId };
  return { state: 'ours', platformId, values: { name: String(row.name), ...values } };
}

async function find(
  { session, object, signal }: ObservationRequest,
  catalog: Catalog,
  more: Sql = sql``,
): Promise<Row | undefined> {
  const query = sql`SELECT ${catalog.name} AS name, ${catalog.id} AS id${more} FROM ${named(catalog, literal(object.name))}`;
  return (await session.query(query, { signal }))[0];
}

async function isSuperuser({ session, signal }: ObservationRequest): Promise<boolean> {
  const query = sql`SELECT usesuper AS superuser FROM pg_catalog.pg_user WHERE usename = current_user`;
  const [row] = await session.query(query, { signal });
  return isTrue(row?.superuser);
}
