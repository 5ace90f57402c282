import type { Portcullis, Store } from '@portcullis/core';
import { ADMIN } from '../../shared/admin.ts';
import { differingLines } from '../differing-lines.ts';
import { clockAhead, openInstance, seedOf, setUpIntegration, storeOf } from './open-instance.ts';
import type { Recovery, Request, Scenario } from './scenario.ts';
import type { StoreSupply } from './store-supply.ts';
import type { TestEnvironment } from './test-environment.ts';
import type { KillPoint, KillPointCounts } from './victim-protocol.ts';
import { sendOrder, type Victims } from './victims.ts';

/** Dependencies of a run. */
export interface Harness {
  readonly environment: TestEnvironment;
  readonly stores: StoreSupply;
  readonly victims: Victims;
}

/** The state of the platform before an operation, after it, and without any object of ours. */
export interface Expectation {
  readonly empty: string;
  readonly before: string;
  readonly after: string;
  readonly counts: KillPointCounts;
}

/**
 * The outcome of one kill: the platform is as an uninterrupted operation leaves it, as it was before, or in a wrong state.
 */
export type PointOutcome =
  | { readonly kind: 'one-shot' | 'untouched' }
  | { readonly kind: 'failure'; readonly message: string };

/** Longer than any lease. */
const AHEAD_MS = 120_000;

/**
 * Runs an operation in a process that is not killed. Returns the resulting state and the number of points that it
 * passes.
 */
export async function runOnce(harness: Harness, scenario: Scenario): Promise<Expectation> {
  const { environment, stores, victims } = harness;
  const { operation, body } = scenario;
  await environment.reset();
  const empty = await environment.describe();
  const store = await stores.next();
  await createInitialState(harness, scenario, storeOf(store));
  const before = await environment.describe();
  const child = await victims.take();
  const version = operation === 'migrate' ? 2 : 1;
  const detach = environment.attach(child, version);
  const end = await sendOrder(child, { store, plugin: { ...environment.plugin, version }, operation, body });
  await detach();
  if (end.kind !== 'finished') throw new Error(`${operation} does not work: ${JSON.stringify(end)}`);
  const wanted = operation === 'delete' ? 'deleted' : 'enabled';
  if (end.status !== wanted) throw new Error(`${operation} ended as ${end.status}.`);
  return { empty, before, after: await environment.describe(), counts: end.counts };
}

/** Kills a process at one point, starts another one on its store, continues, and checks the result. */
export async function runPoint(
  harness: Harness,
  scenario: Scenario,
  expected: Expectation,
  { kill, recovery }: { readonly kill: KillPoint; readonly recovery: Recovery },
): Promise<PointOutcome> {
  const { environment, stores, victims } = harness;
  const { operation, body } = scenario;
  await environment.reset();
  const order = await stores.next();
  await createInitialState(harness, scenario, storeOf(order));
  const version = operation === 'migrate' ? 2 : 1;
  const child = await victims.take();
  const detach = environment.attach(child, version);
  const end = await sendOrder(child, {
    store: order,
    plugin: { ...environment.plugin, version },
    operation,
    body,
    kill,
  });
  await detach();
  if (end.kind !== 'killed') return failure(`was not killed: ${JSON.stringify(end)}`);

  const store = storeOf(order);
  const portcullis = await openInstance(environment.pluginFor(version), store, {
    clock: clockAhead(AHEAD_MS),
    seed: seedOf(operation, true),
  });
  try {
    const falseReport = await findFalseReport(environment, portcullis, store, expected);
    if (falseReport) return failure(falseReport);
    const isThere = (await statusOf(portcullis)) !== undefined && (await statusOf(portcullis)) !== 'deleted';
    const requests = isThere ? scenario.request(recovery) : [];
    for (const request of requests) await send(portcullis, request);
    if (await adoptUnresolved(portcullis)) for (const request of requests) await send(portcullis, request);
    const outcome = await outcomeOf(environment, portcullis, expected, requests);
    if (outcome.kind === 'failure') return outcome;
    const left = await findLeftovers(harness, portcullis, store, expected);
    return left ? failure(left) : outcome;
  } catch (error) {
    return failure(`could not be continued (${recovery}): ${String(error)}; ${await history(portcullis)}`);
  } finally {
    await portcullis.close();
  }
}

function failure(message: string): PointOutcome {
  return { kind: 'failure', message };
}

/** Creates the initial state of an operation, without a kill. */
async function createInitialState({ environment }: Harness, { operation }: Scenario, store: Store): Promise<void> {
  if (operation === 'create') return store.close();
  await setUpIntegration(environment.pluginFor(1), store, environment.fixture.body);
}

async function statusOf({ integrations }: Portcullis): Promise<string | undefined> {
  return (await integrations.status(ADMIN, 1).catch(() => undefined))?.status;
}

/** Returns the difference between the report of the restarted service and the actual state. */
async function findFalseReport(
  environment: TestEnvironment,
  portcullis: Portcullis,
  store: Store,
  { empty, before, after }: Expectation,
): Promise<string | undefined> {
  const status = await statusOf(portcullis);
  const now = await environment.describe();
  if (status === undefined)
    return now === before ? undefined : `left something and kept no record: ${difference(before, now)}`;
  if (['creating', 'editing', 'deleting', 'migrating'].includes(status)) return `was left ${status}`;
  if ((await store.find('journalEntries', { where: { status: 'intended' } })).length > 0) return 'left an open intent';
  if (status === 'deleted') return now === empty ? undefined : `reports deleted: ${difference(empty, now)}`;
  const operations = await portcullis.integrations.operations(ADMIN, 1);
  const isInterrupted = operations.at(-1)?.status === 'interrupted';
  if (status !== 'enabled' || isInterrupted) return undefined;
  return now === before || now === after ? undefined : `reports enabled: ${difference(after, now)}`;
}

async function send(portcullis: Portcullis, { method, body }: Request): Promise<void> {
  const { integrations } = portcullis;
  const [newest] = (await integrations.list(ADMIN)).slice(-1);
  const id = Number(newest?.integration.id ?? 1);
  if (method === 'POST') await integrations.create(ADMIN, body);
  else if (method === 'PUT') await integrations.update(ADMIN, id, body);
  else if (method === 'rotate') await integrations.rotateSecret(ADMIN, id, body);
  else if (method === 'DELETE') await integrations.remove(ADMIN, id, body);
  else await integrations.migrate(ADMIN, id);
  for (const { integration } of await integrations.list(ADMIN)) await integrations.whenIdle(Number(integration.id));
  await integrations.whenIdle(id);
}

/**
 * Adopts the unresolved objects: an administrator knows that no other party was here, so an unmarked object that may be ours is ours.
 * Returns true when there were any.
 */
async function adoptUnresolved({ integrations }: Portcullis): Promise<boolean> {
  let found = false;
  for (const { integration } of await integrations.list(ADMIN)) {
    const id = Number(integration.id);
    for (const { key } of await integrations.unresolvedObjects(ADMIN, id)) {
      found = true;
      await integrations.decideOwnership(ADMIN, id, { object: key, decision: 'adopt' });
    }
  }
  return found;
}

/** Returns the outcome of a continued operation. */
async function outcomeOf(
  environment: TestEnvironment,
  portcullis: Portcullis,
  { empty, before, after }: Expectation,
  requests: readonly Request[],
): Promise<PointOutcome> {
  const now = await environment.describe();
  const records = await portcullis.integrations.list(ADMIN);
  for (const { integration } of records) {
    // Above all, the stored secret must be the one with which the service signs in.
    const { status, validationTests } = await portcullis.integrations.validate(ADMIN, Number(integration.id));
    const failed = validationTests.filter((test) => test.status === 'failed').map(({ message }) => message);
    if (status === 'failed') return failure(`does not work after ${methods(requests)}: ${failed.join(' ')}`);
  }
  const wrong = records.find(({ integration }) => integration.status !== 'enabled');
  if (wrong)
    return failure(`ended as ${wrong.integration.status} after ${methods(requests)}; ${await history(portcullis)}`);
  if (records.length === 0 && now !== empty) return failure(`left something: ${difference(empty, now)}`);
  if (now === after) return { kind: 'one-shot' };
  if (now === before) return { kind: 'untouched' };
  const [nearest = after] = [after, before].sort(
    (a, b) => differingLines(a, now).length - differingLines(b, now).length,
  );
  return failure(`after ${methods(requests)}: ${difference(nearest, now)}`);
}

/** In the end everything is deleted. A remaining object is an orphan. */
async function findLeftovers(
  { environment }: Harness,
  portcullis: Portcullis,
  store: Store,
  { empty }: Expectation,
): Promise<string | undefined> {
  const { integrations } = portcullis;
  for (const { integration } of await integrations.list(ADMIN)) {
    await integrations.remove(ADMIN, Number(integration.id), environment.fixture.credentials);
    const { status } = await integrations.whenIdle(Number(integration.id));
    if (status !== 'deleted') return `could not be deleted: ${status}; ${await history(portcullis)}`;
  }
  const now = await environment.describe();
  if (now !== empty) return `left an orphan: ${difference(empty, now)}`;
  const objects = await store.count('managedObjects', {});
  const secrets = (await store.find('secrets')).filter(({ owner }) => owner.startsWith('integration:')).length;
  const claims = await store.count('targetClaims', {});
  return objects + secrets + claims === 0
    ? undefined
    : `left ${objects} ledger entries, ${secrets} secrets and ${claims} claims in the store`;
}

function methods(requests: readonly Request[]): string {
  return requests.map(({ method }) => method).join(' and ') || 'nothing';
}

/** Returns the results of the last operations, for the analysis of a failure. */
async function history({ integrations }: Portcullis): Promise<string> {
  const operations = await integrations.operations(ADMIN, 1).catch(() => []);
  return operations.map(({ kind, status, error }) => `${kind} ${status} ${JSON.stringify(error ?? '')}`).join('; ');
}

/** The lines in which two descriptions differ, shortened to one line of the report. */
function difference(wanted: string, found: string): string {
  return differingLines(wanted, found).slice(0, 8).join(' | ').slice(0, 1500);
}
