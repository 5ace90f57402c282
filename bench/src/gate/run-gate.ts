import { describeCheckout, PRESENT_FOLDER, problemOf } from '../checkout/checkout.ts';
import { printTable } from '../report/print-table.ts';
import { startReceiver } from '../webhooks/receivers/start-receiver.ts';
import { checkReceived } from '../webhooks/scenarios/check-received.ts';
import { startServices } from '../webhooks/services/start-services.ts';
import { type Comparison, compareCosts, LIMIT, MIN_ROUNDS, type Pair } from './compare-costs.ts';
import { openRequestWorkload } from './request-workload.ts';
import type { Workload } from './sides.ts';
import { GATE_SIZES, GATE_STORES, type GateSizes } from './subjects.ts';
import { openWebhookWorkload, warmUpDeliveries } from './webhook-workload.ts';

/** Options of {@link runGate}. */
export interface GateOptions {
  /** The folder of the other checkout. */
  readonly against: string;
  readonly size: keyof typeof GATE_SIZES;
  /** Reports each round. */
  progress(text: string): void;
}

/**
 * Compares the processor time of deliveries and requests in this checkout with those in another one.
 *
 * @returns the subjects that cost clearly more in this one, and missing or repeated deliveries.
 */
export async function runGate({ against, size, progress }: GateOptions): Promise<readonly string[]> {
  const started = performance.now();
  const problem = problemOf(against);
  if (problem !== undefined) return [problem];
  const checkouts = { present: describeCheckout(PRESENT_FOLDER), other: describeCheckout(against) };
  const sizes: GateSizes = GATE_SIZES[size];
  const problems: string[] = [];
  await using stack = new AsyncDisposableStack();
  const services = stack.adopt(await startServices({ postgres: true, redis: false }), (each) => each.stop());
  const receiver = stack.adopt(await startReceiver(sizes.endpoints), (each) => each.stop());
  const bench = { services, problem: (text: string) => void problems.push(text) };
  const openWorkloads = async (): Promise<readonly Workload[]> => {
    const workloads = await Promise.all([
      ...GATE_STORES.map((store) => openWebhookWorkload({ bench, sizes, checkouts, receiver }, store)),
      openRequestWorkload(checkouts, sizes),
    ]);
    const deliveries = GATE_STORES.length * warmUpDeliveries(sizes);
    await checkReceived(bench, receiver, { deliveries, what: 'warming up' });
    return workloads;
  };

  const pairs = await measureRounds(sizes, started, openWorkloads, progress);
  const comparisons = [...pairs].map(([subject, measured]) => ({ subject, ...compareCosts(measured) }));
  console.log(`\nThis checkout: ${checkouts.present.description}\nThe other one: ${checkouts.other.description}`);
  const rounds = Math.max(...[...pairs.values()].map(({ length }) => length));
  printTable({
    title: `Gate: processor us of a delivery or request, ${rounds} alternating rounds`,
    columns: ['subject', 'other', 'this', 'this is', 'least', 'most', 'goal', 'chance of noise'],
    rows: comparisons.map(rowOf),
  });
  if (rounds < MIN_ROUNDS)
    console.log(`\nToo few rounds for a verdict: ${MIN_ROUNDS} are necessary. Repeat the run on a less busy machine.`);
  const worse = comparisons.filter(({ verdict }) => verdict === 'worse');
  return [
    ...problems,
    ...worse.map(
      ({ subject, median }) => `${subject}: the processor time is ${median.toFixed(2)} x that of the other checkout.`,
    ),
  ];
}

/** Measures rounds until there are enough, or until no time is left for another one. */
async function measureRounds(
  { rounds, roundsPerProcess, seconds }: GateSizes,
  started: number,
  openWorkloads: () => Promise<readonly Workload[]>,
  progress: (text: string) => void,
): Promise<ReadonlyMap<string, readonly Pair[]>> {
  const pairs = new Map<string, Pair[]>();
  let workloads: readonly Workload[] = [];
  const closeWorkloads = async (): Promise<void> => {
    for (const workload of workloads) await workload.close();
    workloads = [];
  };
  /** Milliseconds of the last round with new processes, and of the last round with existing ones. */
  const durations = { renewed: 0, same: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      const left = started + seconds * 1000 - begun;
      if (round > 0 && durations.same > left) break;
      // Without time for new processes, another round on the existing ones is better than none.
      const kind = round % roundsPerProcess === 0 && durations.renewed <= left ? 'renewed' : 'same';
      if (kind === 'renewed') {
        await closeWorkloads();
        workloads = await openWorkloads();
      }
      const opened = performance.now();
      for (const workload of workloads) {
        for (const [subject, pair] of await workload.measure(round)) {
          pairs.set(subject, [...(pairs.get(subject) ?? []), pair]);
          progress(`round ${round + 1}, ${subject}: ${pair.other.toFixed(0)} and ${pair.present.toFixed(0)} us`);
        }
      }
      durations.same = performance.now() - opened;
      if (kind === 'renewed') durations.renewed = performance.now() - begun;
    }
  } finally {
    await closeWorkloads();
  }
  return pairs;
}

const WORDS = { met: 'met', inconclusive: 'inconclusive', worse: 'MISSED' } as const;

function rowOf({
  subject,
  other,
  present,
  median,
  min,
  max,
  chance,
  verdict,
}: Comparison & { subject: string }): string[] {
  return [
    subject,
    other.toFixed(0),
    present.toFixed(0),
    `**${median.toFixed(2)} x**`,
    min.toFixed(2),
    max.toFixed(2),
    `<= ${LIMIT} ${WORDS[verdict]}`,
    `${(chance * 100).toFixed(0)} %`,
  ];
}
