import { printTable } from '../report/print-table.ts';
import type { ProcessOptions } from './contenders/start-contender.ts';
import { findNginx } from './receivers/nginx-receiver.ts';
import { startNodeReceiver } from './receivers/node-receiver.ts';
import type { Receiver } from './receivers/receiver.ts';
import { startReceiver } from './receivers/start-receiver.ts';
import { backlog } from './scenarios/backlog.ts';
import { drain, longDrain } from './scenarios/drain.ts';
import { hanging } from './scenarios/hanging.ts';
import { host } from './scenarios/host.ts';
import { idle } from './scenarios/idle.ts';
import { manyTenants } from './scenarios/many-tenants.ts';
import { memory } from './scenarios/memory.ts';
import { nodes } from './scenarios/nodes.ts';
import { fanOut, oneToOne } from './scenarios/publications.ts';
import { scale } from './scenarios/scale.ts';
import type { Bench, Scenario } from './scenarios/scenario.ts';
import { steady } from './scenarios/steady.ts';
import { tenants } from './scenarios/tenants.ts';
import { tls } from './scenarios/tls.ts';
import { startServices } from './services/start-services.ts';
import { SIZES, type Sizes } from './sizes.ts';

/** The scenarios by name, in the order in which they are measured. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  drain,
  'long-drain': longDrain,
  'fan-out': fanOut,
  'one-to-one': oneToOne,
  steady,
  tls,
  hanging,
  tenants,
  'many-tenants': manyTenants,
  backlog,
  nodes,
  scale,
  idle,
  memory,
  host,
};

/** Options of {@link runWebhookBenchmark}. */
export interface WebhookBenchmarkOptions extends ProcessOptions {
  readonly size: keyof typeof SIZES;
  /** @default all of them */
  readonly scenarios?: readonly string[] | undefined;
  /** The numbers of endpoints for drains. @default those of the size */
  readonly endpoints?: readonly number[] | undefined;
  /** @default that of the size */
  readonly rounds?: number | undefined;
  /** True when each measurement is printed as soon as it is available, in addition to the tables. @default false */
  readonly progress?: boolean | undefined;
}

/**
 * Measures webhooks compared with other implementations, one table for each scenario.
 *
 * @returns the problems: missing or repeated deliveries, invalid signatures.
 */
export async function runWebhookBenchmark(options: WebhookBenchmarkOptions): Promise<readonly string[]> {
  const { size, scenarios: wanted = Object.keys(SCENARIOS), profileFolder, nodeFlags = [] } = options;
  const unknown = wanted.filter((name) => !(name in SCENARIOS));
  if (unknown.length > 0) {
    return [`There is no scenario "${unknown.join('", "')}". There are: ${Object.keys(SCENARIOS).join(', ')}.`];
  }
  const chosen = Object.entries(SCENARIOS).filter(([name]) => wanted.includes(name));
  const services = await startServices({
    postgres: chosen.some(([, { needs }]) => needs.postgres),
    redis: chosen.some(([, { needs }]) => needs.redis),
    mariadb: chosen.some(([, { needs }]) => needs.mariadb),
  });
  const nginx = findNginx();
  console.log(
    `\nWebhooks, ${size}: bodies of 1 KB, signed. Receiver: ${nginx ? 'nginx, one worker process' : 'a bare Node server'}.`,
  );
  for (const setting of services.durability) console.log(`- ${setting}`);
  if (nodeFlags.length > 0) console.log(`- Node with ${nodeFlags.join(' ')}`);

  const problems: string[] = [];
  const receivers = new Set<Receiver>();
  const stopAtEnd = <Each extends Receiver>(receiver: Each): Each => {
    const stopping = {
      ...receiver,
      // A scenario may stop it before its end.
      async stop(): Promise<void> {
        if (receivers.delete(stopping)) await receiver.stop();
      },
    };
    receivers.add(stopping);
    return stopping;
  };
  const bench: Bench = {
    sizes: sizesOf(options),
    services,
    processes: { profileFolder, nodeFlags },
    startReceiver: async (endpoints) => stopAtEnd(await startReceiver(endpoints)),
    startNodeReceiver: async (order) => stopAtEnd(await startNodeReceiver(order)),
    progress: (text) => {
      if (options.progress) console.error(text);
    },
    problem: (text) => problems.push(text),
  };
  try {
    for (const [name, scenario] of chosen) {
      try {
        for (const table of [await scenario.run(bench)].flat()) printTable(table);
      } catch (error) {
        // The results of the other scenarios are still useful, because a run takes a long time.
        problems.push(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
      for (const receiver of [...receivers]) await receiver.stop();
    }
  } finally {
    await services.stop();
  }
  return problems;
}

function sizesOf({ size, endpoints, rounds }: WebhookBenchmarkOptions): Sizes {
  const sizes = SIZES[size];
  return {
    ...sizes,
    endpoints: endpoints ?? sizes.endpoints,
    ...(rounds !== undefined && {
      drain: { ...sizes.drain, rounds },
      steady: { ...sizes.steady, rounds },
      publicationRounds: rounds,
      tls: { ...sizes.tls, rounds },
      hanging: { ...sizes.hanging, rounds },
      tenants: { ...sizes.tenants, rounds },
      manyTenants: { ...sizes.manyTenants, rounds },
      host: { ...sizes.host, rounds },
    }),
  };
}
