import { literal, type Observation, type ObservedObject, sql } from '@portcullis/plugin-api';
import type { PlatformSession, Row } from '../connection/platform-session.ts';
import { OBJECT_KEYS } from '../objects/blueprint.ts';

/** The input for observing one object. */
interface ObservationRequest {
  readonly object: ObservedObject;
  readonly config: { readonly schema: string };
  /** Returns the first row of a query. */
  find(statement: Parameters<PlatformSession['query']>[0]): Promise<Row | undefined>;
}

type ObservationResult = Omit<Observation, 'key'>;

/** The observer of each object, by its key. Keep the keys of objects that only older versions of the plugin created. */
const OBSERVERS: Readonly<Record<string, (request: ObservationRequest) => Promise<ObservationResult>>> = {
  [OBJECT_KEYS.schema]: observeSchema,
  [OBJECT_KEYS.serviceAccount]: observeServiceAccount,
  [OBJECT_KEYS.schemaAccess]: observeSchemaAccess,
};

/**
 * Observes the objects. On this platform, every account sees every name and every comment. If an account sees only
 * objects that it may use, an unseen object is `unknown`, never `absent`, because a used name must not be reported as
 * free.
 */
export async function observe(
  session: PlatformSession,
  objects: readonly ObservedObject[],
  { config, signal }: { readonly config: { readonly schema: string }; readonly signal: AbortSignal },
): Promise<readonly Observation[]> {
  const observations: Observation[] = [];
  for (const object of objects) {
    const find: ObservationRequest['find'] = async (statement) => (await session.query(statement, { signal }))[0];
    const seen = await OBSERVERS[object.key]?.({ object, config, find });
    observations.push({ key: object.key, ...(seen ?? { state: 'unknown' }) });
  }
  return observations;
}

async function observeSchema({ object, find }: ObservationRequest): Promise<ObservationResult> {
  const row = await find(
    sql`SELECT pg_catalog.obj_description(oid, 'pg_namespace') AS mark FROM pg_catalog.pg_namespace WHERE nspname = ${literal(object.name)}`,
  );
  return row ? { state: row.mark === object.mark ? 'ours' : 'foreign' } : { state: 'absent' };
}

async function observeServiceAccount({ object, find }: ObservationRequest): Promise<ObservationResult> {
  const row = await find(
    sql`SELECT rolconnlimit AS connection_limit, rolsuper AS superuser, pg_catalog.shobj_description(oid, 'pg_authid') AS mark FROM pg_catalog.pg_roles WHERE rolname = ${literal(object.name)}`,
  );
  if (!row) return { state: 'absent' };
  if (row.mark !== object.mark || row.superuser === true) return { state: 'foreign' };
  return { state: 'ours', values: { connectionLimit: Number(row.connection_limit) } };
}

/** The grant has no mark: it is ours if it exists, because its name contains its owner. */
async function observeSchemaAccess({ object, config, find }: ObservationRequest): Promise<ObservationResult> {
  const account = object.name.slice(0, -` in ${config.schema}`.length);
  const row = await find(
    sql`SELECT 1 FROM pg_catalog.pg_namespace AS space, pg_catalog.pg_roles AS account WHERE space.nspname = ${literal(config.schema)} AND account.rolname = ${literal(account)} AND pg_catalog.has_schema_privilege(account.oid, space.oid, 'USAGE') AND pg_catalog.has_schema_privilege(account.oid, space.oid, 'CREATE')`,
  );
  return { state: row ? 'ours' : 'absent' };
}
