import { type InventoryItem, ident, literal, type Privilege, type Sql, type Step, sql } from '@portcullis/plugin-api';
import type { Row, SynapseSession } from '../connection/synapse-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { procedureSchemaName, systemSchemaName } from '../names/object-names.ts';
import { securityId } from '../names/security-id.ts';
import { siblingMark } from '../names/sibling-mark.ts';
import { dropRole } from '../objects/impersonation-role.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { controlDatabase } from '../objects/privileges.ts';
import { PROCEDURES } from '../objects/procedures.ts';
import { TABLES } from '../objects/tables.ts';

/** The input for an observation. */
interface ObservationRequest {
  readonly session: SynapseSession;
  readonly signal: AbortSignal;
  readonly needs: readonly Privilege[];
}

/** The keys of tables and procedures, by type and name. */
const SCHEMA_OBJECT_KEYS: ReadonlyMap<string, string> = new Map([
  [`U ${TABLES.userProfile}`, OBJECT_KEYS.userProfile],
  [`U ${TABLES.profileFormat}`, OBJECT_KEYS.profileFormat],
  [`U ${TABLES.impersonations}`, OBJECT_KEYS.impersonations],
  [`P ${PROCEDURES.setUserProfile}`, OBJECT_KEYS.setUserProfile],
  [`P ${PROCEDURES.removeUserProfile}`, OBJECT_KEYS.removeUserProfile],
  [`P ${PROCEDURES.impersonate}`, OBJECT_KEYS.impersonate],
  [`P ${PROCEDURES.stopImpersonating}`, OBJECT_KEYS.stopImpersonating],
]);

/**
 * Lists the objects in the pool whose marks have a prefix. The marks are read from the readable tables of the service,
 * and a mark counts only if the derived SID proves it, because any user may write a mark into its own table.
 */
export async function inventory(
  session: SynapseSession,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
): Promise<readonly InventoryItem[]> {
  if (session.isMaster) return [];
  const systemSchemas = await session.query(
    sql`SELECT space.name, DB_NAME() AS pool FROM sys.tables AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id JOIN sys.columns AS part ON part.object_id = listed.object_id WHERE listed.name = ${literal(TABLES.profileFormat)} AND part.name = N'integration_mark' ORDER BY space.name`,
    { signal },
  );
  const items: InventoryItem[] = [];
  for (const { name, pool } of systemSchemas) {
    const request = { session, signal, needs: [controlDatabase(String(pool))] };
    const mark = await markIn(request, String(name));
    if (mark?.startsWith(markPrefix)) items.push(...(await itemsOf(request, String(name), mark)));
  }
  return items;
}

async function markIn({ session, signal }: ObservationRequest, systemSchema: string): Promise<string | undefined> {
  try {
    const [row] = await session.query(sql`SELECT integration_mark FROM ${ident(systemSchema, TABLES.profileFormat)}`, {
      signal,
    });
    const mark = String(row?.integration_mark ?? '');
    return mark.endsWith(`:${OBJECT_KEYS.profileFormat}`) ? mark : undefined;
  } catch (error) {
    if (classifyError(error)?.class === 'missing-grant') return undefined;
    throw error;
  }
}

/** Returns the objects of the integration of a mark, which its account proves. */
async function itemsOf(
  { session, signal, needs }: ObservationRequest,
  systemSchema: string,
  mark: string,
): Promise<readonly InventoryItem[]> {
  const markOf = (key: string): string => siblingMark(mark, OBJECT_KEYS.profileFormat, key);
  const accountId = securityId(markOf(OBJECT_KEYS.login));
  const rows = (query: Sql) => session.query(query, { signal });
  const held = sql`sys.schemas AS space JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id`;

  const schemas = await rows(
    sql`SELECT DISTINCT space.name, space.schema_id AS id FROM ${held} WHERE account.sid = ${accountId} ORDER BY space.name`,
  );
  const keys = schemaKeys(
    systemSchema,
    schemas.map(({ name }) => String(name)),
  );
  if (!keys) return [];
  const users = await rows(
    sql`SELECT listed.name, listed.principal_id AS id FROM sys.database_principals AS listed WHERE listed.sid = ${accountId}`,
  );
  const schemaObjects = await rows(
    sql`SELECT DISTINCT listed.name, listed.object_id AS id, space.name AS space, RTRIM(listed.type) AS type FROM ${held} JOIN sys.objects AS listed ON listed.schema_id = space.schema_id WHERE account.sid = ${accountId} ORDER BY listed.name`,
  );
  const roles = await rows(
    sql`SELECT listed.name, listed.principal_id AS id FROM sys.database_principals AS listed JOIN sys.database_principals AS account ON account.principal_id = listed.owning_principal_id WHERE listed.type = N'R' AND account.sid = ${accountId} ORDER BY listed.name`,
  );

  const item = (kind: string, key: string | undefined, row: Row, drop: readonly Step[]): readonly InventoryItem[] =>
    key === undefined
      ? []
      : [{ kind, name: pathOf(row).join('.'), mark: markOf(key), platformId: String(row.id), drop, needs }];
  return [
    ...users.flatMap((row) => item('user', OBJECT_KEYS.user, row, [{ text: sql`DROP USER ${ident(...pathOf(row))}` }])),
    ...schemas.flatMap((row) =>
      item('schema', keys.get(String(row.name)), row, [{ text: sql`DROP SCHEMA ${ident(...pathOf(row))}` }]),
    ),
    ...schemaObjects
      .filter(({ space }) => keys.has(String(space)))
      .flatMap((row) => {
        const kind = row.type === 'P' ? 'procedure' : 'table';
        const drop = kind === 'table' ? sql`DROP TABLE` : sql`DROP PROCEDURE`;
        return item(kind, SCHEMA_OBJECT_KEYS.get(`${row.type} ${row.name}`), row, [
          { text: sql`${drop} ${ident(...pathOf(row))}` },
        ]);
      }),
    ...roles.flatMap((row) => item('role', OBJECT_KEYS.impersonationRole, row, dropRole(String(row.name)))),
  ];
}

/** Returns the name of the object in a row, with its schema if it has one. */
function pathOf({ space, name }: Row): [string, ...string[]] {
  return space === undefined ? [String(name)] : [String(space), String(name)];
}

/**
 * Returns the keys of the schemas that belong to the integration of an account, by the schema of its tables. The
 * account may have privileges on other schemas.
 */
function schemaKeys(systemSchema: string, held: readonly string[]): ReadonlyMap<string, string> | undefined {
  if (!held.includes(systemSchema)) return undefined;
  const keys = new Map<string, string>([[systemSchema, OBJECT_KEYS.systemSchema]]);
  const view = [...held, systemSchema.replace(/_system$/, '')].find(
    (schema) => systemSchemaName({ schema }) === systemSchema,
  );
  if (view === undefined) return keys;
  return keys.set(view, OBJECT_KEYS.viewSchema).set(procedureSchemaName({ schema: view }), OBJECT_KEYS.procedureSchema);
}
