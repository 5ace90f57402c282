/** The process of one contender. It runs the requests of its parent in sequence, and ends with its parent. */
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import type { Contender, ContenderOrder } from './contender.ts';
import type { ContenderMethods, ContenderRequest, ContenderResponse } from './contender-protocol.ts';
import { createContender } from './create-contender.ts';
import { endpointOf, endpointsOfNotification, endpointsWithBacklog } from './deliveries.ts';
import { serveHost } from './host-server.ts';
import { createProgress } from './progress.ts';
import { publishConcurrently } from './publish-concurrently.ts';
import { publishSteadily } from './publish-steadily.ts';

const progress = createProgress();
let order: ContenderOrder | undefined;
let contender: Contender | undefined;
let filled = 0;

function opened(): { readonly order: ContenderOrder; readonly contender: Contender } {
  if (!order || !contender) throw new Error('The contender is not open.');
  return { order, contender };
}

/** Expects one delivery for each number. */
function expectDeliveries(first: number, count: number, endpoints = opened().order.urls.length): void {
  for (let index = 0; index < count; index += 1) progress.expect(endpointOf(first + index, endpoints), 1);
}

/** Expects the deliveries of notifications that go to one kind each. */
function expectNotifications(first: number, count: number, step = 1): void {
  for (let index = 0; index < count; index += 1) {
    for (const endpoint of endpointsOfNotification(first + index * step, opened().order)) progress.expect(endpoint, 1);
  }
}

const methods: ContenderMethods = {
  async open(given) {
    order = given;
    contender = await createContender(given, (endpoint) => progress.ended(endpoint));
  },
  async fill(count, sentBy) {
    await opened().contender.fill(count);
    if (sentBy === 'this process') expectDeliveries(filled, count, endpointsWithBacklog(opened().order));
    filled += count;
    // A server collects these statistics itself, but later. Until then, its query plans may assume an empty table.
    if (order?.postgres !== undefined) await analyze(order.postgres);
    if (order?.mariadb !== undefined) await analyzeMariaDb(order.mariadb);
  },
  async drain(except) {
    const before = progress.count;
    const start = performance.now();
    await opened().contender.begin();
    await progress.whenDone(except);
    const ms = performance.now() - start;
    return { ms, ended: progress.count - before };
  },
  begin: () => opened().contender.begin(),
  halt: () => opened().contender.halt(),
  async publishBatched(first, count, together) {
    expectNotifications(first, count);
    for (let done = 0; done < count; done += together) {
      await opened().contender.publish(first + done, Math.min(together, count - done));
    }
    await progress.whenDone();
  },
  async publishSteadily(rate, except) {
    expectNotifications(rate.first, Math.round(rate.perSecond * rate.seconds), rate.step);
    const published = await publishSteadily((number) => opened().contender.publish(number), rate);
    await progress.whenDone(except);
    return published;
  },
  async publishConcurrently(load) {
    const { contender: running, order: given } = opened();
    if (running.reportsEnd !== false) {
      const each = given.urls.length;
      if (load.toAll) expectDeliveries(load.first * each, load.count * each);
      else expectNotifications(load.first, load.count);
    }
    const publish = load.toAll ? running.publishToAll?.bind(running) : running.publish.bind(running);
    if (!publish) throw new Error(`${given.contender} cannot publish to all endpoints.`);
    const run = await publishConcurrently((number) => publish(number), load);
    await progress.whenDone();
    return run;
  },
  async status() {
    const { user, system } = process.cpuUsage();
    return {
      cpuMicros: user + system,
      ended: progress.count,
      rssBytes: process.memoryUsage.rss(),
      operations: opened().contender.operations ?? 0,
    };
  },
  serveHost,
  async serveApi() {
    const { contender: running, order: given } = opened();
    if (!running.serveApi) throw new Error(`${given.contender} has no interface.`);
    return running.serveApi();
  },
  close: () => opened().contender.close(),
};

async function analyze(connectionString: string): Promise<void> {
  const client = new Client({ connectionString }).on('error', () => {});
  await client.connect();
  await client.query('analyze');
  await client.end();
}

async function analyzeMariaDb(uri: string): Promise<void> {
  const connection = await createConnection(uri);
  await connection.query('analyze table portcullis_deliveries, portcullis_endpoint_queues, portcullis_events');
  await connection.end();
}

async function respond({ id, method, parameters }: ContenderRequest): Promise<ContenderResponse> {
  try {
    const run = methods[method] as (...given: readonly unknown[]) => Promise<unknown>;
    return { id, result: await run(...parameters) };
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (request: ContenderRequest) => {
  void respond(request).then((message) => process.connected && process.send?.(message));
});
process.once('disconnect', () => process.exit());
