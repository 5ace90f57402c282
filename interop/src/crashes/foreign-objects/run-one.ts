import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Portcullis } from '@portcullis/core';
import { type AnyPluginDefinition, definePlugin, type Session } from '@portcullis/plugin-api';
import type { ResolvedFixture } from '../kill-matrix/fixtures.ts';
import { ADMIN, clockAhead, openInstance, storeOf } from '../kill-matrix/open-instance.ts';
import type { StoreSupply } from '../kill-matrix/store-supply.ts';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import { sendOrder, type Victims } from '../kill-matrix/victims.ts';
import { exists, fingerprintOf } from './fingerprints.ts';
import { isSelected, type Run } from './plan-runs.ts';
import { clear, type Planted, plant } from './plant.ts';
import type { PostgresServer } from './postgres-server.ts';
import type { Target } from './targets.ts';

/** Dependencies of a run. */
export interface Bench {
  readonly server: PostgresServer;
  readonly stores: StoreSupply;
  readonly victims: Victims;
  readonly definition: AnyPluginDefinition;
  readonly fixture: ResolvedFixture;
  /** The names that are taken. */
  readonly targets: readonly Target[];
  /** Milliseconds that each operation takes when it is not killed. */
  readonly durations: Readonly<Record<Run['operation'], number>>;
}

/** The outcome of a run. */
export interface RunOutcome {
  readonly wasKilled: boolean;
  readonly planted: number;
  /** Foreign objects that are not as they were made. */
  readonly harmed: readonly string[];
  /** Anything else that went wrong. */
  readonly failures: readonly string[];
}

/** Longer than any lease. */
const AHEAD_MS = 120_000;

/** Kills an operation, plants foreign objects, continues, deletes, and compares what was planted. */
export async function runOne(bench: Bench, run: Run): Promise<RunOutcome> {
  const { server, stores, definition } = bench;
  await server.reset();
  const order = await stores.next();
  if (run.operation !== 'create') await setUp(bench, order);
  const wasKilled = await killOperation(bench, run, order);
  const planted: Planted[] = [];
  const plantNow = async (): Promise<void> => {
    planted.push(...(await plantSelected(bench, run.selection)));
  };
  if (run.moment === 'before the restart') await plantNow();
  let isArmed = run.moment === 'behind its plan';
  const plugin = definePlugin(
    beforeFirstStatement(definition, async () => {
      if (!isArmed) return;
      isArmed = false;
      await plantNow();
    }),
  );
  isArmed = false;
  const portcullis = await openInstance(plugin, storeOf(order), { clock: clockAhead(AHEAD_MS) });
  try {
    if (run.moment === 'before the request') await plantNow();
    isArmed = run.moment === 'behind its plan';
    const failures = await goOn(bench, portcullis, run);
    const harmed = await harmedOf(server, planted);
    if (harmed.length > 0 || failures.length > 0) return { wasKilled, planted: planted.length, harmed, failures };
    return { wasKilled, planted: planted.length, harmed, failures: await clearAndDelete(bench, portcullis, planted) };
  } catch (error) {
    return { wasKilled, planted: planted.length, harmed: await harmedOf(server, planted), failures: [String(error)] };
  } finally {
    await portcullis.close();
  }
}

/** Plants the selected objects. Objects of a database need one: where there is none, the other party makes it, too. */
async function plantSelected({ server, targets }: Bench, selection: Run['selection']): Promise<readonly Planted[]> {
  const chosen = targets.filter(({ kind }) => isSelected(selection, kind));
  const remade = selection === 'remade';
  const isInside = chosen.some(({ database }) => database !== undefined);
  if (isInside && !(await exists(server, 'gov'))) {
    const around = targets.filter(({ kind, database }) => kind === 'database' || (kind === 'schema' && database));
    return plant(server, [...around, ...chosen.filter((each) => !around.includes(each))], remade);
  }
  const planted = await plant(server, chosen, remade);
  if (planted.length > 0 || !isInside) return planted;
  // Every name is taken by ours: then something foreign lies beside it.
  return plant(server, [{ kind: 'database', name: 'gov' }], false);
}

async function setUp({ definition, fixture }: Bench, order: StoreOrder): Promise<void> {
  const portcullis = await openInstance(definePlugin(definition), storeOf(order));
  await portcullis.integrations.create(ADMIN, fixture.body);
  const { status } = await portcullis.integrations.whenIdle(1);
  await portcullis.close();
  if (status !== 'enabled') throw new Error(`The set-up ended as ${status}.`);
}

/** Returns whether the process was killed; a random moment may come too late. */
async function killOperation(
  { victims, fixture, server, durations }: Bench,
  { operation, kill }: Run,
  store: StoreOrder,
): Promise<boolean> {
  const child = await victims.take();
  const body = { create: fixture.body, edit: fixture.edited, delete: fixture.credentials }[operation];
  const plugin = { name: 'redshift', platform: 'postgresql', version: 1 } as const;
  const isPlace = typeof kill === 'object';
  const end = sendOrder(child, { store, plugin, operation, body, ...(isPlace ? { kill } : {}) });
  if (!isPlace) {
    await untilStored(store, operation, end);
    await Promise.race([wait(kill * durations[operation]), end]);
    child.kill('SIGKILL');
  }
  const { kind } = await end;
  await server.untilAlone();
  return kind === 'killed';
}

/** Before the operation is stored, nothing was done and nothing has to be continued. */
async function untilStored(store: StoreOrder, operation: string, end: Promise<unknown>): Promise<void> {
  let ended = false;
  void end.then(() => {
    ended = true;
  });
  while (!ended && !(store.kind === 'sqlite' && isStored(store.file, operation))) await wait(2);
}

/** Reads the file beside the process that holds it. */
function isStored(file: string, operation: string): boolean {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const [table] = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%operations'")
      .all();
    const found = database.prepare(`SELECT 1 FROM "${String(table?.name)}" WHERE kind = ?`).all(operation);
    return found.length > 0;
  } catch {
    // The process has not made it yet.
    return false;
  }
}

/** Continues as an operator would: the request again, then the removal of everything. What is unclear is another party's. */
async function goOn({ fixture }: Bench, { integrations }: Portcullis, { operation }: Run): Promise<readonly string[]> {
  const status = await statusOf(integrations);
  if (status === undefined || status === 'deleted') return [];
  if (operation !== 'delete') {
    const body = operation === 'create' ? fixture.body : fixture.edited;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await refusable(integrations.update(ADMIN, 1, body));
      await integrations.whenIdle(1);
      if (!(await leaveUnclear(integrations))) break;
    }
  }
  await remove(integrations, fixture);
  return unsettled(await statusOf(integrations));
}

/** Once the other party has taken its objects away, the removal works. */
async function clearAndDelete(
  { server, fixture }: Bench,
  { integrations }: Portcullis,
  planted: readonly Planted[],
): Promise<readonly string[]> {
  if (['deleted', undefined].includes(await statusOf(integrations))) return [];
  const before = planted.filter(({ target }) => target.kind === 'user' || target.kind === 'database');
  await clear(server, planted);
  await remove(integrations, fixture);
  const status = await statusOf(integrations);
  if (status === 'deleted') return [];
  // What belonged to a role of ours that was dropped belongs to the other party now: it keeps the database.
  return before.length > 0
    ? unsettled(status)
    : [`After the foreign objects were gone, the removal ended as ${status}.`];
}

async function remove(integrations: Portcullis['integrations'], { credentials }: ResolvedFixture): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await refusable(integrations.remove(ADMIN, 1, credentials));
    await integrations.whenIdle(1);
    if (!(await leaveUnclear(integrations))) return;
  }
}

function unsettled(status: string | undefined): readonly string[] {
  return status?.endsWith('ing') ? [`It was left ${status}.`] : [];
}

async function leaveUnclear(integrations: Portcullis['integrations']): Promise<boolean> {
  const unclear = await integrations.unclear(ADMIN, 1).catch(() => []);
  for (const { key } of unclear) await integrations.decideUnclear(ADMIN, 1, { object: key, decision: 'leave' });
  return unclear.length > 0;
}

async function statusOf(integrations: Portcullis['integrations']): Promise<string | undefined> {
  return (await integrations.status(ADMIN, 1).catch(() => undefined))?.status;
}

/** A request that may be refused with a reason. */
async function refusable(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if ((error as { statusCode?: number }).statusCode === undefined) throw error;
  });
}

async function harmedOf(server: PostgresServer, planted: readonly Planted[]): Promise<readonly string[]> {
  const harmed: string[] = [];
  for (const { target, fingerprint } of planted) {
    const now = await fingerprintOf(server, target);
    if (now === fingerprint) continue;
    const what = now === '' ? 'was dropped' : 'was changed or used';
    harmed.push(
      `${target.kind} ${target.schema ? `${target.schema}.` : ''}${target.name} ${what}: ${fingerprint} -> ${now}`,
    );
  }
  return harmed;
}

/** Calls back right before the first statement that changes something. */
function beforeFirstStatement(definition: AnyPluginDefinition, work: () => Promise<void>): AnyPluginDefinition {
  const { connect } = definition;
  if (!connect) return definition;
  return {
    ...definition,
    connect: async (request) => {
      const session: Session = await connect(request);
      const run: Session['run'] = async (operation, options) => {
        await work();
        return session.run(operation, options);
      };
      return new Proxy(session, { get: (target, name) => (name === 'run' ? run : Reflect.get(target, name)) });
    },
  };
}
