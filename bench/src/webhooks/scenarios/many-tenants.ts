import { spreadOf } from '../../report/spread.ts';
import { CONTENDER_TITLES } from '../contenders/contender.ts';
import { type Goal, goalCell } from '../goal.ts';
import { checkReceived } from './check-received.ts';
import { type Bench, orderOf, type Scenario } from './scenario.ts';
import {
  measurePublications,
  measureRequests,
  measureStart,
  sendRequests,
  type TenantVariant,
} from './tenant-variant.ts';
import { openContender } from './with-contender.ts';

const STORES = ['portcullis-sqlite', 'portcullis-postgres'] as const;
/** The origins of the receiver. Each serves many endpoints, because there are more endpoints than ports. */
const ORIGINS = 100;
/** The parts of the publications and requests of a round. The variants alternate after each part. */
const PARTS = 10;

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

type Measure = keyof typeof MEASURES;

/** An variant with its values of each measure, in the order of the measurements. */
interface MeasuredVariant extends TenantVariant {
  readonly values: Readonly<Record<Measure, number[]>>;
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
  const variants: MeasuredVariant[] = [];
  const openVariant = async (has: 'one' | 'many'): Promise<void> => {
    const name = `${CONTENDER_TITLES[store]}, ${has}`;
    const several = has === 'many' && { tenants: endpoints.map(tenantOf) };
    variants.push({
      name,
      open: await openContender(bench, { ...order, ...several }),
      tenantOf: has === 'many' ? tenantOf : undefined,
      check: (deliveries) => checkReceived(bench, receiver, { deliveries, what: name }),
      values: noValues(),
    });
  };
  try {
    await openVariant('one');
    await openVariant('many');
    for (let round = 0; round < rounds; round += 1) await measureRound(bench, variants, round);
  } finally {
    for (const { open } of variants) await open.close();
    await receiver.stop();
  }
  const [one, many] = variants;
  return Object.entries(MEASURES).map(([measure, { title, goal, digits }]) =>
    rowOf(`${CONTENDER_TITLES[store]}: ${title}`, {
      one: one?.values[measure as Measure] ?? [],
      many: many?.values[measure as Measure] ?? [],
      goal: { is: 'at most', value: goal },
      digits,
    }),
  );
}

function noValues(): Record<Measure, number[]> {
  return { start: [], drain: [], drained: [], publication: [], published: [], get: [], memory: [], idle: [] };
}

async function measureRound(bench: Bench, variants: readonly MeasuredVariant[], round: number): Promise<void> {
  const { tenants, webhooksEach, publications, requests, idleSeconds } = bench.sizes.manyTenants;
  const add = ({ name, values }: MeasuredVariant, found: Partial<Readonly<Record<Measure, number>>>): void => {
    for (const [measure, value] of Object.entries(found)) values[measure as Measure].push(value);
    bench.progress(`${name}, round ${round + 1}: ${JSON.stringify(found)}`);
  };

  for (const variant of orderOf(variants, round)) {
    add(variant, await measureStart(variant, { deliveries: tenants * webhooksEach, idleSeconds }));
  }
  for (const { part, first, count } of partsOf(publications)) {
    const range = { first: round * publications + first, count };
    for (const variant of orderOf(variants, part))
      add(variant, await measurePublications(variant, { ...range, webhooksEach }));
  }
  const served = await Promise.all(
    variants.map(async (variant) => ({ variant, api: await variant.open.contender.serveApi() })),
  );
  // Each tenant has been used before, as with customers that come back.
  for (const { variant, api } of served) await sendRequests(api, { first: 0, count: requests }, variant.tenantOf);
  for (const { part, ...range } of partsOf(requests)) {
    for (const { variant, api } of orderOf(served, part))
      add(variant, { get: await measureRequests(variant, api, range) });
  }
  for (const variant of variants) {
    const { rssBytes } = await variant.open.contender.status();
    // Later rounds also have the garbage of the instances that were closed.
    if (round === 0) add(variant, { memory: rssBytes / 1024 / 1024 });
    await variant.open.contender.halt();
  }
}

/** Divides a number of operations into parts. */
function partsOf(total: number): readonly { readonly part: number; readonly first: number; readonly count: number }[] {
  const bounds = Array.from({ length: PARTS + 1 }, (_, part) => Math.round((total * part) / PARTS));
  return bounds.slice(1).map((end, part) => ({ part, first: bounds[part] ?? 0, count: end - (bounds[part] ?? 0) }));
}

interface RowValues {
  readonly one: readonly number[];
  readonly many: readonly number[];
  readonly goal: Goal;
  readonly digits: number;
}

function rowOf(title: string, { one, many, goal, digits }: RowValues): string[] {
  // Of a measure that is zero, such as queries while idle, there is no quotient.
  const ratio = spreadOf(many.map((value, at) => (value === 0 ? 0 : value / (one[at] ?? value)))).median;
  return [
    title,
    spreadOf(one).median.toFixed(digits),
    spreadOf(many).median.toFixed(digits),
    `**${ratio.toFixed(2)} x**`,
    goalCell(goal, ratio),
  ];
}
