import { describeCheckout, PRESENT_FOLDER, problemOf } from '../checkout/checkout.ts';
import { printTable } from '../report/print-table.ts';
import { startReceiver } from '../webhooks/receivers/start-receiver.ts';
import { checkReceived } from '../webhooks/scenarios/check-received.ts';
import { startServices } from '../webhooks/services/start-services.ts';
import { type Judgement, judgeCosts, LIMIT, MIN_ROUNDS, type Pair } from './judge-costs.ts';
import { openRequestArm } from './request-arm.ts';
import type { Arm } from './sides.ts';
import { GATE_SIZES, GATE_STORES, type GateSizes } from './subjects.ts';
import { openWebhookArm, warmUpDeliveries } from './webhook-arm.ts';

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
  const openArms = async (): Promise<readonly Arm[]> => {
    const arms = await Promise.all([
      ...GATE_STORES.map((store) => openWebhookArm({ bench, sizes, checkouts, receiver }, store)),
      openRequestArm(checkouts, sizes),
    ]);
    const deliveries = GATE_STORES.length * warmUpDeliveries(sizes);
    await checkReceived(bench, receiver, { deliveries, what: 'warming up' });
    return arms;
  };

  const pairs = await measureRounds(sizes, started, openArms, progress);
  const judgements = [...pairs].map(([subject, measured]) => ({ subject, ...judgeCosts(measured) }));
  console.log(`\nThis checkout: ${checkouts.present.description}\nThe other one: ${checkouts.other.description}`);
  const rounds = Math.max(...[...pairs.values()].map(({ length }) => length));
  printTable({
    title: `Gate: processor us of a delivery or request, ${rounds} alternating rounds`,
    columns: ['subject', 'other', 'this', 'this is', 'least', 'most', 'goal', 'chance of noise'],
    rows: judgements.map(rowOf),
  });
  if (rounds < MIN_ROUNDS)
    console.log(
      `\nToo few rounds for a judgement: ${MIN_ROUNDS} are necessary. Repeat the run on a less busy machine.`,
    );
  const worse = judgements.filter(({ verdict }) => verdict === 'worse');
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
  openArms: () => Promise<readonly Arm[]>,
  progress: (text: string) => void,
): Promise<ReadonlyMap<string, readonly Pair[]>> {
  const pairs = new Map<string, Pair[]>();
  let arms: readonly Arm[] = [];
  const closeArms = async (): Promise<void> => {
    for (const arm of arms) await arm.close();
    arms = [];
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
        await closeArms();
        arms = await openArms();
      }
      const opened = performance.now();
      for (const arm of arms) {
        for (const [subject, pair] of await arm.measure(round)) {
          pairs.set(subject, [...(pairs.get(subject) ?? []), pair]);
          progress(`round ${round + 1}, ${subject}: ${pair.other.toFixed(0)} and ${pair.present.toFixed(0)} us`);
        }
      }
      durations.same = performance.now() - opened;
      if (kind === 'renewed') durations.renewed = performance.now() - begun;
    }
  } finally {
    await closeArms();
  }
  return pairs;
}

const WORDS = { met: 'met', unclear: 'unclear', worse: 'MISSED' } as const;

function rowOf({
  subject,
  other,
  present,
  median,
  min,
  max,
  chance,
  verdict,
}: Judgement & { subject: string }): string[] {
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
