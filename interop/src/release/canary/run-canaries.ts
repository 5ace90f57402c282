import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definitionOf, type Plugin } from '@portcullis/plugin-api';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { startPostgres } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { type Canary, type CanarySample, canarySamples, secretFields } from './canary-sample.ts';
import { encodingsOf } from './encodings.ts';
import { CHANNELS, type Channel, createOutputRecorder, type OutputRecorder } from './output-recorder.ts';
import { runLifecycle } from './run-lifecycle.ts';

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
 * crash and on a store in turn. A plugin with one sample and one mode still has a run of each kind.
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
      const runs = runsOf(plugin);
      const chosenRuns = extent === 'whole' ? runs : alternatingRuns(runs, index);
      rows.push(...(await rowsOf(plugin, chosenRuns, server.connectionString, channels)));
    }
    const silent = CHANNELS.filter((channel) => !channels.has(channel));
    if (silent.length > 0)
      throw new Error(`Nothing was recorded on ${silent.join(', ')}: so the absence of secrets there proves nothing.`);
    return rows;
  } finally {
    await server.stop();
  }
}

/** The runs of each sample in each mode: with and without a crash, on both stores. */
type CanaryRuns = readonly (readonly CanaryRun[])[];

function runsOf(plugin: Plugin): CanaryRuns {
  const definition = definitionOf(plugin);
  const modes = definition.bootstrap === 'automatic-or-manual' ? [true, false] : [false];
  return canarySamples(definition).flatMap((sample, index) =>
    modes.map((automatic, mode) => {
      // The first mode of one sample survives, and that of the next crashes.
      const crashes = (index + mode) % 2 === 0 ? [false, true] : [true, false];
      return crashes.flatMap((dies) =>
        [onSqlite, onPostgres].map((runOn) => ({ plugin, sample, automatic, dies, runOn })),
      );
    }),
  );
}

/** The first runs, in turn on SQLite and PostgreSQL. */
function alternatingRuns(runs: CanaryRuns, plugin: number): CanaryRuns {
  if (runs.length === 1) return runs.map(([first, , , last]) => [first, last].filter((each) => each !== undefined));
  return runs.map((each, index) => each.filter((_, position) => position === (plugin + Math.floor(index / 2)) % 2));
}

async function rowsOf(
  plugin: Plugin,
  runs: CanaryRuns,
  connectionString: string,
  channels: Set<Channel>,
): Promise<readonly CanaryRow[]> {
  const definition = definitionOf(plugin);
  const seen = new Map<string, Set<Channel>>(secretFields(definition).map((field) => [field, new Set()]));
  const placed = new Set<string>();
  for (const { runOn, ...run } of runs.flat()) {
    const recorder = createOutputRecorder();
    const canaries = await runOn(run, recorder, connectionString);
    for (const channel of CHANNELS) if (recorder.textOf(channel) !== '') channels.add(channel);
    for (const canary of canaries) {
      placed.add(canary.field);
      const channels = seen.get(canary.field) ?? new Set();
      seen.set(canary.field, channels);
      for (const channel of leaksOf(canary, recorder)) channels.add(channel);
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

/** The channels on which a secret was recorded, in any encoding. */
export function leaksOf({ texts }: Canary, { textOf }: OutputRecorder): readonly Channel[] {
  const encodings = texts.flatMap(encodingsOf);
  return CHANNELS.filter((channel) => {
    const text = textOf(channel);
    return encodings.some((encoding) => text.includes(encoding));
  });
}

interface Case {
  readonly plugin: Plugin;
  readonly sample: CanarySample;
  readonly automatic: boolean;
  readonly dies: boolean;
}

interface CanaryRun extends Case {
  /** Runs the life cycle on a store, and records what the store keeps. */
  readonly runOn: (each: Case, recorder: OutputRecorder, connectionString: string) => Promise<readonly Canary[]>;
}

async function onSqlite(each: Case, recorder: OutputRecorder): Promise<readonly Canary[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-canary-'));
  try {
    const store = createSqliteStore({ file: join(folder, 'store.sqlite'), synchronous: 'normal' });
    const canaries = await runLifecycle({ ...each, store }, recorder);
    for (const name of readdirSync(folder)) recorder.record('SQLite files', readFileSync(join(folder, name), 'latin1'));
    return canaries;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let databases = 0;

async function onPostgres(each: Case, recorder: OutputRecorder, connectionString: string): Promise<readonly Canary[]> {
  databases += 1;
  const name = `canary_${databases}`;
  const client = new Client({ connectionString }).on('error', () => {});
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  const canaries = await runLifecycle(
    { ...each, store: createPostgresStore({ connectionString: url.href }) },
    recorder,
  );
  const reader = new Client({ connectionString: url.href }).on('error', () => {});
  await reader.connect();
  const { rows } = await reader.query(
    "select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  for (const { schemaname, tablename } of rows) {
    const dump = await reader.query(`select t::text as row from "${schemaname}"."${tablename}" t`);
    for (const { row } of dump.rows) recorder.record('PostgreSQL dump', row);
  }
  await reader.end();
  return canaries;
}
