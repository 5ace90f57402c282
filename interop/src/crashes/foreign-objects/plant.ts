import { exists, fingerprintOf } from './fingerprints.ts';
import type { Selection } from './plan-runs.ts';
import { INTRUDER, type PostgresServer, type Query, quoted } from './postgres-server.ts';
import { describeTarget, type Target } from './targets.ts';

/** A foreign object, and its initial state. */
export interface Planted {
  readonly target: Target;
  readonly fingerprint: string;
}

/** Names a foreign object. */
export function describePlanted({ target }: Planted): string {
  return describeTarget(target);
}

/**
 * Plants the selected objects. Objects of a database need one: if there is none, the other party creates it, too. If
 * our objects use every name, it creates a table in our database.
 */
export async function plantSelected(
  server: PostgresServer,
  targets: readonly Target[],
  { what, isRemade }: Selection,
): Promise<readonly Planted[]> {
  const chosen = targets.filter(({ kind }) => what === 'all' || kind === what);
  const managed = targets.find(({ kind }) => kind === 'database')?.name ?? '';
  const hasDatabase = await exists(server, managed);
  const isInside = chosen.some(({ database }) => database !== undefined);
  const around = targets.filter(({ kind, database }) => kind === 'database' || (kind === 'schema' && database));
  const wanted = isInside && !hasDatabase ? [...around, ...chosen.filter((each) => !around.includes(each))] : chosen;
  const planted = await plant(server, wanted, isRemade);
  if (planted.length > 0 || !hasDatabase) return planted;
  return plant(server, [{ kind: 'database', name: managed }], false);
}

/**
 * Creates a foreign object for each free name. If `remade` is true, a used name is replaced: the object is dropped, and
 * created again by another account.
 *
 * @returns the created objects.
 */
async function plant(server: PostgresServer, targets: readonly Target[], remade: boolean): Promise<readonly Planted[]> {
  const made: Target[] = [];
  for (const target of targets) {
    if (target.database !== undefined && !(await exists(server, target.database))) continue;
    const taken = (await fingerprintOf(server, target)) !== '';
    if (taken && !remade) {
      // Our object is a database: then it contains a foreign object.
      const inside = target.kind === 'database' ? await plantInside(server, target.name) : undefined;
      if (inside) made.push(inside);
      continue;
    }
    if (taken) await drop(server, target);
    if (await make(server, target)) made.push(target);
  }
  const planted: Planted[] = [];
  for (const target of made) planted.push({ target, fingerprint: await fingerprintOf(server, target) });
  return planted;
}

/** Removes foreign objects, as their owner. */
export async function clear(server: PostgresServer, planted: readonly Planted[]): Promise<void> {
  for (const { target } of planted.toReversed()) {
    if (target.database !== undefined && !(await exists(server, target.database))) continue;
    if ((await fingerprintOf(server, target)) !== '') await drop(server, target);
  }
}

const TABLE = 'theirs';

async function plantInside(server: PostgresServer, database: string): Promise<Target | undefined> {
  const target: Target = { kind: 'table', name: TABLE, schema: 'public', database };
  if ((await fingerprintOf(server, target)) !== '') return undefined;
  await server.on(database, async (ask) => {
    await ask(`CREATE TABLE public.${TABLE} AS SELECT 1 AS row`);
    await ask(`ALTER TABLE public.${TABLE} OWNER TO ${INTRUDER}`);
  });
  return target;
}

/** True if it was created. A table needs its schema. */
async function make(server: PostgresServer, target: Target): Promise<boolean> {
  const { kind, name, database, schema } = target;
  if (kind === 'role' || kind === 'user') {
    await server.on(undefined, (ask) =>
      ask(`CREATE ROLE ${quoted(name)} ${kind === 'user' ? 'LOGIN' : 'NOLOGIN'} CONNECTION LIMIT 7 PASSWORD 'theirs'`),
    );
    return true;
  }
  if (kind === 'database') {
    await server.on(undefined, (ask) => ask(`CREATE DATABASE ${quoted(name)} OWNER ${INTRUDER}`));
    await plantInside(server, name);
    return true;
  }
  return server.on(database, async (ask) => {
    if (kind === 'schema') {
      await ask(`CREATE SCHEMA ${quoted(name)} AUTHORIZATION ${INTRUDER}`);
      await ask(`CREATE TABLE ${quoted(name)}.${TABLE} AS SELECT 1 AS row`);
      return true;
    }
    if ((await ask('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])).length === 0) return false;
    const path = `${quoted(schema)}.${quoted(name)}`;
    // Columns like ours, so that each statement for our table would succeed on the foreign one.
    if (kind === 'table') await ask(`CREATE TABLE ${path} (${target.columns ?? 'theirs int'})`);
    else await ask(`CREATE PROCEDURE ${path}(${target.arguments ?? ''}) LANGUAGE sql AS 'SELECT 1'`);
    await ask(
      kind === 'table'
        ? `ALTER TABLE ${path} OWNER TO ${INTRUDER}`
        : `ALTER PROCEDURE ${path}(${target.arguments ?? ''}) OWNER TO ${INTRUDER}`,
    );
    return true;
  });
}

/** Drops an object of any owner, with its dependent objects. */
async function drop(server: PostgresServer, target: Target): Promise<void> {
  const { kind, name, database, schema } = target;
  if (kind === 'role' || kind === 'user') return dropRole(server, name);
  if (kind === 'database') {
    await server.on(undefined, (ask) => ask(`DROP DATABASE ${quoted(name)} WITH (FORCE)`));
    return;
  }
  const path = `${quoted(schema)}.${quoted(name)}`;
  const statement = {
    schema: `DROP SCHEMA ${quoted(name)} CASCADE`,
    table: `DROP TABLE ${path} CASCADE`,
    procedure: `DROP PROCEDURE ${path}(${target.arguments ?? ''}) CASCADE`,
  }[kind];
  await server.on(database, (ask) => ask(statement));
}

/** Drops a role. Its objects stay, and the other party owns them. */
async function dropRole(server: PostgresServer, name: string): Promise<void> {
  const disown = async (ask: Query): Promise<void> => {
    await ask(`REASSIGN OWNED BY ${quoted(name)} TO ${INTRUDER}`);
    await ask(`DROP OWNED BY ${quoted(name)}`);
  };
  const databases = await server.on(undefined, async (ask) => {
    await disown(ask);
    return ask("SELECT datname FROM pg_database WHERE datallowconn AND datname NOT LIKE 'template%'");
  });
  for (const { datname } of databases) await server.on(String(datname), disown);
  await server.on(undefined, (ask) => ask(`DROP ROLE ${quoted(name)}`));
}
