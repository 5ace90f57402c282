import { setTimeout as wait } from 'node:timers/promises';
import { definePlugin } from '@portcullis/plugin-api';
import { setUpIntegration, storeOf } from '../kill-matrix/open-instance.ts';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import { sendOrder, type VictimEnd } from '../kill-matrix/victims.ts';
import type { Harness } from './harness.ts';
import { readOperation } from './operation-record.ts';
import type { Run } from './plan-runs.ts';

/** A process that was killed during an operation, and its store. */
export interface KilledOperation {
  readonly order: StoreOrder;
  /** Statements that had begun. */
  readonly statements: number;
  /** Earlier kills, which came after the end of the operation. */
  readonly misses: number;
}

/** Maximum number of late kills before the run fails. */
const MAX_MISSES = 20;
/** The duration of an idle machine may later be too short or too long: it is measured again after a late kill. */
const GROWTH = 1.03;

/**
 * Kills an operation after it is stored. A random moment is within the measured duration of the operation; after a late
 * kill, the duration is measured again and the operation is restarted.
 *
 * @throws Error if no kill met the operation.
 */
export async function killOperation(harness: Harness, run: Run): Promise<KilledOperation> {
  for (let misses = 0; misses < MAX_MISSES; misses += 1) {
    await harness.server.reset();
    const order = await harness.stores.next();
    if (run.operation !== 'create')
      await setUpIntegration(definePlugin(harness.definition), storeOf(order), harness.fixture.body);
    const end =
      typeof run.kill === 'object' ? await killAtStatement(harness, run, order) : await killAt(harness, run, order);
    await harness.server.waitForOtherSessions();
    const record = readOperation(order, run.operation);
    if (end.kind === 'killed' && record?.isRunning) return { order, statements: record.statements, misses };
    if (end.kind === 'failed') throw new Error(`The ${run.operation} failed before it was killed: ${end.message}`);
    if (typeof run.kill === 'object') break;
  }
  throw new Error(`No kill met the ${run.operation}.`);
}

async function killAtStatement(harness: Harness, { operation, kill }: Run, store: StoreOrder): Promise<VictimEnd> {
  if (typeof kill !== 'object') throw new TypeError('The run has no statement.');
  return sendOrder(await harness.victims.take(), { ...orderOf(harness, operation), store, kill });
}

async function killAt(harness: Harness, { operation, kill }: Run, store: StoreOrder): Promise<VictimEnd> {
  const { lengths, victims } = harness;
  const child = await victims.take();
  const end = sendOrder(child, { ...orderOf(harness, operation), store });
  await untilStored(store, operation, end);
  const storedAt = performance.now();
  let endedAt = 0;
  child.once('message', () => {
    endedAt = performance.now();
  });
  await Promise.race([wait(Number(kill) * lengths[operation]), end]);
  child.kill('SIGKILL');
  const ended = await end;
  const isMiss = ended.kind !== 'killed' || !readOperation(store, operation)?.isRunning;
  if (isMiss) lengths[operation] = Math.min((endedAt || performance.now()) - storedAt, lengths[operation] * 0.9);
  else lengths[operation] *= GROWTH;
  return ended;
}

/** Runs an operation to its end, and returns the time from its record in the store to its end. */
export async function measureOperation(
  harness: Omit<Harness, 'lengths' | 'targets'>,
  operation: Run['operation'],
  store: StoreOrder,
): Promise<{ readonly statements: number; readonly milliseconds: number }> {
  const child = await harness.victims.take();
  const end = sendOrder(child, { ...orderOf(harness, operation), store });
  await untilStored(store, operation, end);
  const storedAt = performance.now();
  const finished = await end;
  if (finished.kind !== 'finished') throw new Error(`${operation} does not work: ${JSON.stringify(finished)}`);
  return { statements: finished.counts.statement, milliseconds: performance.now() - storedAt };
}

function orderOf({ fixture }: Pick<Harness, 'fixture'>, operation: Run['operation']) {
  const body = { create: fixture.body, edit: fixture.edited, delete: fixture.credentials }[operation];
  const plugin = { name: 'redshift', platform: 'postgresql', version: 1 } as const;
  return { plugin, operation, body };
}

/** Before the operation is stored, nothing was done and nothing has to be continued. */
async function untilStored(store: StoreOrder, operation: string, end: Promise<unknown>): Promise<void> {
  let ended = false;
  void end.then(() => {
    ended = true;
  });
  while (!ended && readOperation(store, operation) === undefined) await wait(1);
}
