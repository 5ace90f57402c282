import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { spreadOf } from '../../report/spread.ts';
import { type ApiAddress, CONTENDER_TITLES, TENANT_HEADER } from '../contenders/contender.ts';
import { type Goal, judge } from '../goal.ts';
import { checkReceived } from './check-received.ts';
import { knownMicros, measureCost } from './processor-cost.ts';
import { type Bench, orderOf, type Scenario } from './scenario.ts';
import { type OpenContender, openContender } from './with-contender.ts';

const STORES = ['portcullis-sqlite', 'portcullis-postgres'] as const;
/** The origins of the receiver. Each serves many endpoints, because there are more endpoints than ports. */
const ORIGINS = 100;
const CALLERS = 16;
const CONNECTIONS = 10;
/** Milliseconds after a start in which an instance may read what it needs later. */
const SETTLE_MS = 3000;

/** The measures, with their units and the goals for many tenants as a multiple of one. */
const MEASURES = {
  start: { title: 'start of an instance, ms', goal: 1.5, digits: 0 },
  drain: { title: 'drain, processor us/delivery', goal: 1.15, digits: 0 },
  drained: { title: 'drain, ms/1,000 deliveries', goal: 1.15, digits: 0 },
  publication: { title: 'publication with its deliveries, processor us', goal: 1.15, digits: 0 },
  published: { title: 'publications, ms/1,000', goal: 1.15, digits: 0 },
  get: { title: 'GET of one webhook on Express, processor us', goal: 1.15, digits: 0 },
  memory: { title: 'RSS after the first round, MB', goal: 1.15, digits: 0 },
  idle: { title: 'queries a second while idle', goal: 1, digits: 2 },
} as const;

type Measured = Readonly<Record<keyof typeof MEASURES, number>>;

interface Arm {
  readonly tenants: 'one' | 'many';
  readonly open: OpenContender;
  readonly measured: Measured[];
}

/** The cost of many tenants, compared with one tenant that has the same webhooks. */
export const manyTenants: Scenario = {
  needs: { postgres: true, redis: false },
  async run(bench) {
    const { tenants, webhooksEach } = bench.sizes.manyTenants;
    const rows: string[][] = [];
    for (const store of STORES) rows.push(...(await measureStore(bench, store)));
    const count = tenants.toLocaleString('en');
    return {
      title: `Webhooks, ${count} tenants with ${webhooksEach} webhooks each, compared with one tenant with all of them`,
      columns: ['store, measure', 'one tenant', `${count} tenants`, 'many are', 'goal'],
      rows,
    };
  },
};

async function measureStore(bench: Bench, store: (typeof STORES)[number]): Promise<string[][]> {
  const { tenants, webhooksEach, rounds } = bench.sizes.manyTenants;
  const receiver = await bench.startReceiver(ORIGINS);
  const endpoints = Array.from({ length: tenants * webhooksEach }, (_, endpoint) => endpoint);
  const tenantOf = (endpoint: number): string => `customer-${Math.floor(endpoint / webhooksEach)}`;
  const order = {
    contender: store,
    urls: endpoints.map((endpoint) => `${receiver.urls[endpoint % ORIGINS]}/${endpoint}`),
    endpointsPerKind: webhooksEach,
    metered: true,
  };
  const arms: Arm[] = [];
  try {
    arms.push({ tenants: 'one', open: await openContender(bench, order), measured: [] });
    const withTenants = { ...order, tenants: endpoints.map(tenantOf) };
    arms.push({ tenants: 'many', open: await openContender(bench, withTenants), measured: [] });
    for (let round = 0; round < rounds; round += 1) {
      for (const { open, measured, tenants: has } of orderOf(arms, round)) {
        const name = `${CONTENDER_TITLES[store]}, ${has}, round ${round + 1}`;
        const check = (deliveries: number) => checkReceived(bench, receiver, { deliveries, what: name });
        const found = await measureOnce(bench, open, has === 'many' ? tenantOf : undefined, { round, check });
        measured.push(found);
        bench.progress(`${name}: ${JSON.stringify(found)}`);
      }
    }
  } finally {
    for (const { open } of arms) await open.close();
    await receiver.stop();
  }
  const valuesOf = (arm: Arm | undefined, key: keyof Measured): readonly number[] => {
    const values = arm?.measured.map((each) => each[key]) ?? [];
    // Later rounds also have the garbage of the instances that were closed.
    return key === 'memory' ? values.slice(0, 1) : values;
  };
  const [one, many] = arms;
  return Object.entries(MEASURES).map(([key, { title, goal, digits }]) =>
    rowOf(`${CONTENDER_TITLES[store]}: ${title}`, {
      one: valuesOf(one, key as keyof Measured),
      many: valuesOf(many, key as keyof Measured),
      goal: { is: 'at most', value: goal },
      digits,
    }),
  );
}

interface Round {
  readonly round: number;
  /** Checks that all deliveries arrived. */
  readonly check: (deliveries: number) => Promise<void>;
}

async function measureOnce(
  bench: Bench,
  { contender: running, order }: OpenContender,
  tenantOf: ((endpoint: number) => string) | undefined,
  { round, check }: Round,
): Promise<Measured> {
  const { tenants, webhooksEach, publications, requests, idleSeconds } = bench.sizes.manyTenants;
  const deliveries = tenants * webhooksEach;

  await running.fill(deliveries, 'this process');
  const drain = await measureCost(running, order, deliveries, () => running.drain());
  await check(deliveries);
  await running.halt();

  const startedAt = performance.now();
  await running.begin();
  const start = performance.now() - startedAt;

  await sleep(idleSeconds === 0 ? 0 : SETTLE_MS);
  const { operations } = await running.status();
  await sleep(idleSeconds * 1000);
  const idle = (await running.status()).operations - operations;

  const load = { first: round * publications, count: publications, callers: CALLERS, toAll: false };
  const publication = await measureCost(running, order, publications, async () => {
    const before = performance.now();
    await running.publishConcurrently(load);
    return performance.now() - before;
  });
  await check(publications * webhooksEach);

  const api = await running.serveApi();
  // Each tenant has been used before, as with customers that come back.
  await getEach(api, requests, tenantOf);
  const get = await measureCost(running, order, requests, () => getEach(api, requests, tenantOf));
  const { rssBytes } = await running.status();
  await running.halt();
  return {
    start,
    drain: knownMicros(drain.cost),
    drained: (drain.result.ms / drain.result.ended) * 1000,
    publication: knownMicros(publication.cost),
    published: (publication.result / publications) * 1000,
    get: knownMicros(get.cost),
    memory: rssBytes / 1024 / 1024,
    idle: idleSeconds === 0 ? 0 : idle / idleSeconds,
  };
}

/** Reads one webhook after the other, far apart from each other, over a few connections. */
async function getEach(
  { origin, webhookIds }: ApiAddress,
  requests: number,
  tenantOf: ((endpoint: number) => string) | undefined,
): Promise<void> {
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(origin));
  /** Coprime to the numbers of endpoints, so that all of them have their turn. */
  const stride = 7919;
  let next = 0;
  const read = async (client: Client): Promise<void> => {
    while (next < requests) {
      const endpoint = (next++ * stride) % webhookIds.length;
      const headers = tenantOf ? { [TENANT_HEADER]: tenantOf(endpoint) } : {};
      const { statusCode, body } = await client.request({
        method: 'GET',
        path: `/webhooks/${webhookIds[endpoint]}`,
        headers,
      });
      await body.dump();
      if (statusCode !== 200)
        throw new Error(`GET of the webhook of endpoint ${endpoint} was answered with ${statusCode}.`);
    }
  };
  try {
    await Promise.all(clients.map(read));
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

interface RowValues {
  readonly one: readonly number[];
  readonly many: readonly number[];
  readonly goal: Goal;
  readonly digits: number;
}

function rowOf(title: string, { one, many, goal, digits }: RowValues): string[] {
  // Of a measure that is zero, such as queries while idle, there is no quotient.
  const ratio = spreadOf(many.map((value, round) => (value === 0 ? 0 : value / (one[round] ?? value)))).median;
  return [
    title,
    spreadOf(one).median.toFixed(digits),
    spreadOf(many).median.toFixed(digits),
    `**${ratio.toFixed(2)} x**`,
    judge(goal, ratio),
  ];
}
