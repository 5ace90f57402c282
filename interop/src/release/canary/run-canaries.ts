import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definitionOf, type Plugin } from '@portcullis/plugin-api';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { startPostgres } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { type Canary, type CanarySample, canarySamples, secretFields } from './canary-sample.ts';
import { disguisesOf } from './disguises.ts';
import { CHANNELS, type Channel, createListener, type Listener } from './listener.ts';
import { live } from './live.ts';

/** A place where a secret was seen. */
export interface CanaryRow {
  readonly plugin: string;
  readonly field: string;
  readonly seenIn: readonly Channel[];
}

/**
 * Runs the life cycle of an integration of every plugin, sample and mode, and searches for its secrets.
 *
 * @param extent - `whole`: each with and without a crash, on SQLite and on PostgreSQL. `alternating`: each once, with a
 * crash and on a store in turn. A plugin with one sample and one mode still has a life of each kind.
 */
export async function runCanaries(
  plugins: readonly Plugin[],
  extent: 'whole' | 'alternating' = 'whole',
): Promise<readonly CanaryRow[]> {
  const server = await startPostgres();
  try {
    const rows: CanaryRow[] = [];
    const channels = new Set<Channel>();
    for (const [index, plugin] of plugins.entries()) {
      const lives = livesOf(plugin);
      const lived = extent === 'whole' ? lives : alternatingLives(lives, index);
      rows.push(...(await rowsOf(plugin, lived, server.connectionString, channels)));
    }
    const silent = CHANNELS.filter((channel) => !channels.has(channel));
    if (silent.length > 0) throw new Error(`Nothing was heard on ${silent.join(', ')}: their absence says nothing.`);
    return rows;
  } finally {
    await server.stop();
  }
}

/** The lives of each sample in each mode: with and without a crash, on both stores. */
type Lives = readonly (readonly CanaryLife[])[];

function livesOf(plugin: Plugin): Lives {
  const definition = definitionOf(plugin);
  const modes = definition.bootstrap === 'automatic-or-manual' ? [true, false] : [false];
  return canarySamples(definition).flatMap((sample, index) =>
    modes.map((automatic, mode) => {
      // The first mode of one sample lives on, and that of the next crashes.
      const crashes = (index + mode) % 2 === 0 ? [false, true] : [true, false];
      return crashes.flatMap((dies) =>
        [onSqlite, onPostgres].map((keep) => ({ plugin, sample, automatic, dies, keep })),
      );
    }),
  );
}

/** The first lives, in turn on SQLite and PostgreSQL. */
function alternatingLives(lives: Lives, plugin: number): Lives {
  if (lives.length === 1) return lives.map(([first, , , last]) => [first, last].filter((each) => each !== undefined));
  return lives.map((each, index) => each.filter((_, place) => place === (plugin + Math.floor(index / 2)) % 2));
}

async function rowsOf(
  plugin: Plugin,
  lives: Lives,
  connectionString: string,
  channels: Set<Channel>,
): Promise<readonly CanaryRow[]> {
  const definition = definitionOf(plugin);
  const seen = new Map<string, Set<Channel>>(secretFields(definition).map((field) => [field, new Set()]));
  const placed = new Set<string>();
  for (const { keep, ...life } of lives.flat()) {
    const listener = createListener();
    const canaries = await keep(life, listener, connectionString);
    for (const channel of CHANNELS) if (listener.textOf(channel) !== '') channels.add(channel);
    for (const canary of canaries) {
      placed.add(canary.field);
      const channels = seen.get(canary.field) ?? new Set();
      seen.set(canary.field, channels);
      for (const channel of leaksOf(canary, listener)) channels.add(channel);
    }
  }
  const missing = secretFields(definition).filter((field) => !placed.has(field));
  if (missing.length > 0) throw new Error(`No sample of ${plugin.type} has ${missing.join(', ')}.`);
  return [...seen].map(([field, channels]) => ({
    plugin: plugin.type,
    field,
    seenIn: CHANNELS.filter((channel) => channels.has(channel)),
  }));
}

/** The channels on which a secret was heard, in any encoding. */
export function leaksOf({ texts }: Canary, { textOf }: Listener): readonly Channel[] {
  const disguises = texts.flatMap(disguisesOf);
  return CHANNELS.filter((channel) => {
    const text = textOf(channel);
    return disguises.some((disguise) => text.includes(disguise));
  });
}

interface Case {
  readonly plugin: Plugin;
  readonly sample: CanarySample;
  readonly automatic: boolean;
  readonly dies: boolean;
}

interface CanaryLife extends Case {
  /** Lives on a store, and hears what the store keeps. */
  readonly keep: (each: Case, listener: Listener, connectionString: string) => Promise<readonly Canary[]>;
}

async function onSqlite(each: Case, listener: Listener): Promise<readonly Canary[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-canary-'));
  try {
    const store = createSqliteStore({ file: join(folder, 'store.sqlite'), synchronous: 'normal' });
    const canaries = await live({ ...each, store }, listener);
    for (const name of readdirSync(folder)) listener.hear('SQLite files', readFileSync(join(folder, name), 'latin1'));
    return canaries;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let databases = 0;

async function onPostgres(each: Case, listener: Listener, connectionString: string): Promise<readonly Canary[]> {
  databases += 1;
  const name = `canary_${databases}`;
  const client = new Client({ connectionString }).on('error', () => {});
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  const canaries = await live({ ...each, store: createPostgresStore({ connectionString: url.href }) }, listener);
  const reader = new Client({ connectionString: url.href }).on('error', () => {});
  await reader.connect();
  const { rows } = await reader.query(
    "select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  for (const { schemaname, tablename } of rows) {
    const dump = await reader.query(`select t::text as row from "${schemaname}"."${tablename}" t`);
    for (const { row } of dump.rows) listener.hear('PostgreSQL dump', row);
  }
  await reader.end();
  return canaries;
}
