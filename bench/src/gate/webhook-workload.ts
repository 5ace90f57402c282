import type { Checkout } from '../checkout/checkout.ts';
import type { RunningContender } from '../webhooks/contenders/start-contender.ts';
import type { Receiver } from '../webhooks/receivers/receiver.ts';
import { checkReceived } from '../webhooks/scenarios/check-received.ts';
import { measureCost } from '../webhooks/scenarios/processor-cost.ts';
import type { Bench } from '../webhooks/scenarios/scenario.ts';
import { openContender, warmUp } from '../webhooks/scenarios/with-contender.ts';
import type { Pair } from './compare-costs.ts';
import { type BySide, forBoth, inTurn, type Workload } from './sides.ts';
import type { GateSizes, GateStore } from './subjects.ts';

/** The environment of the processes that publish and deliver. */
export interface WebhookOrder {
  readonly bench: Pick<Bench, 'services' | 'problem'>;
  readonly sizes: GateSizes;
  readonly checkouts: BySide<Checkout>;
  readonly receiver: Receiver;
}

/** Starts a process of each checkout on new data in a store, and warms both up with {@link warmUpDeliveries}. */
export async function openWebhookWorkload(order: WebhookOrder, store: GateStore): Promise<Workload> {
  const { bench, sizes, checkouts, receiver } = order;
  await using opened = new AsyncDisposableStack();
  const contenders = await forBoth(async (side) => {
    const { folder: checkout } = checkouts[side];
    const request = { contender: store.contender, urls: receiver.urls, fanOut: true, checkout };
    const { contender } = opened.adopt(await openContender(bench, request), (each) => each.close());
    await warmUp(contender, sizes.warmUp);
    await contender.begin();
    await contender.publishConcurrently({ first: 0, count: sizes.warmUp, callers: sizes.fanOut.callers, toAll: false });
    await contender.halt();
    return contender;
  });
  const processes = opened.move();

  const compare = async (turn: number, { name, deliveries, run, begins }: Measurement): Promise<[string, Pair]> => {
    const subject = `${store.name}: ${name}`;
    const pair = await inTurn(turn, async (side) => {
      const contender = contenders[side];
      if (begins) await contender.begin();
      else await contender.fill(deliveries, 'this process');
      const { cost } = await measureCost(contender, store, deliveries, () => run(contender));
      await contender.halt();
      await checkReceived(bench, receiver, { deliveries, what: `${subject}, ${checkouts[side].description}` });
      // Without the kernel's writes to the disk, part of which may belong to other processes.
      return cost.process + (cost.store ?? 0);
    });
    return [subject, pair];
  };
  const measurements = measurementsOf(sizes);
  return {
    async measure(round) {
      const pairs = new Map<string, Pair>();
      for (const [index, measurement] of measurements.entries()) {
        pairs.set(...(await compare(round + index, measurement)));
      }
      return pairs;
    },
    close: () => processes.disposeAsync(),
  };
}

/** Returns the number of deliveries that the processes of a store make as a warm-up. */
export function warmUpDeliveries({ warmUp: each }: GateSizes): number {
  return 2 * (each + each);
}

interface Measurement {
  readonly name: string;
  readonly deliveries: number;
  /** True if deliveries are published, false if they are due before the measurement. */
  readonly begins: boolean;
  run(contender: RunningContender): Promise<unknown>;
}

function measurementsOf({ endpoints, steady, fanOut, drain }: GateSizes): readonly Measurement[] {
  const { notifications: count, callers } = fanOut;
  return [
    {
      name: `one-to-one, ${steady.perSecond} a second`,
      deliveries: Math.round(steady.perSecond * steady.seconds),
      begins: true,
      run: (contender) => contender.publishSteadily({ first: 0, ...steady }),
    },
    {
      name: `fan-out to ${endpoints}`,
      deliveries: count * endpoints,
      begins: true,
      run: (contender) => contender.publishConcurrently({ first: 0, count, callers, toAll: true }),
    },
    { name: 'drain', deliveries: drain, begins: false, run: (contender) => contender.drain() },
  ];
}
