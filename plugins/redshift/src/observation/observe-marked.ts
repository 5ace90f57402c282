import { literal, type Scalar, type Sql, sql } from '@portcullis/plugin-api';
import { isTrue, type Row } from '../connection/redshift-session.ts';
import { ACCOUNTS, type Catalog, DATABASES, named, ROLES } from '../objects/catalogs.ts';
import { ABSENT, type Look, type Observer, type Seen, UNKNOWN } from './look.ts';

/**
 * The test for a database that an interrupted DROP DATABASE has left. Only PostgreSQL leaves such: its manual,
 * "pg_database".
 */
const REMNANT = {
  redshift: sql``,
  postgresql: sql`, listed.datconnlimit = -2 AS remnant`,
} as const;

/** Looks at the managed database. */
export const observeDatabase: Observer = async (look) => {
  const row = await find(look, DATABASES, REMNANT[look.engine]);
  if (!row) return ABSENT;
  const seen = await judge(look, row, {});
  return isTrue(row.remnant) ? { ...seen, isRemnant: true } : seen;
};

/** Looks at the service account. A superuser is never ours, whatever the marks say. */
export const observeAccount: Observer = async (look) => {
  const catalog = ACCOUNTS[look.engine];
  const row = await find(
    look,
    catalog,
    sql`, ${catalog.superuser} AS superuser, ${catalog.createsDatabases} AS creates_databases`,
  );
  if (!row) return ABSENT;
  if (isTrue(row.superuser)) return { state: 'foreign', platformId: String(row.id) };
  return judge(look, row, { createDatabases: isTrue(row.creates_databases) });
};

/**
 * Looks at the role of impersonation. On Amazon Redshift only superusers see every role ("SVV_ROLES"). The service account goes by the
 * mark, which the script writes and removes together with the role.
 */
export const observeRole: Observer = async (look) => {
  const row = await find(look, ROLES[look.engine]);
  if (row) return judge(look, row, {});
  if (look.engine === 'postgresql' || (await isSuperuser(look))) return ABSENT;
  if (!(await isServiceAccount(look))) return UNKNOWN;
  const { mark, name } = look.object;
  const isMarked = await look.marks.names(mark, name);
  if (isMarked === 'hidden') return UNKNOWN;
  return isMarked === 'yes' ? { state: 'ours', values: { name } } : ABSENT;
};

/** Returns whether the session is the service account's own. */
export async function isServiceAccount({ session, account, signal }: Look): Promise<boolean> {
  const query = sql`SELECT 1 WHERE current_user = ${literal(account)}`;
  return (await session.query(query, { signal })).length > 0;
}

async function judge(look: Look, row: Row, values: Readonly<Record<string, Scalar>>): Promise<Seen> {
  const platformId = String(row.id);
  const bears = await look.marks.bears(look.object.mark, platformId);
  if (bears === 'hidden') return { ...UNKNOWN, platformId };
  if (bears === 'no') return { state: 'foreign', platformId };
  return { state: 'ours', platformId, values: { name: String(row.name), ...values } };
}

async function find({ session, object, signal }: Look, catalog: Catalog, more: Sql = sql``): Promise<Row | undefined> {
  const query = sql`SELECT ${catalog.name} AS name, ${catalog.id} AS id${more} FROM ${named(catalog, literal(object.name))}`;
  return (await session.query(query, { signal }))[0];
}

async function isSuperuser({ session, signal }: Look): Promise<boolean> {
  const query = sql`SELECT usesuper AS superuser FROM pg_catalog.pg_user WHERE usename = current_user`;
  const [row] = await session.query(query, { signal });
  return isTrue(row?.superuser);
}
