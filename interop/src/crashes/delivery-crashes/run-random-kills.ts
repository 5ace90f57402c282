import { createFakeRandom } from '@portcullis/testing';
import type { OpenDeployment } from './deployments.ts';
import { findCorruption } from './find-corruption.ts';
import { findInvariantViolations } from './find-invariant-violations.ts';
import { createInitialState } from './initial-state.ts';
import { killAfter, killRound } from './kill-after.ts';
import { openSuccessors } from './open-node.ts';
import { isIdle, pollUntil } from './poll-until.ts';
import { createReceiverLog } from './receiver-log.ts';
import type { Harness } from './run-crash-point.ts';

/** The results of kills at random moments. */
export interface RandomKills {
  readonly kills: number;
  readonly deliveries: number;
  readonly copies: number;
  readonly interrupted: number;
  readonly failures: readonly string[];
}

/** The response time of the receiver, in milliseconds: long enough that most kills occur during a request. */
const RESPONSE_MS = 120;
/** Kills in addition to the requested number, until one has interrupted an attempt. */
const MAX_MORE = 12;
/** Notifications of one process that is not killed earlier. */
const NOTIFICATIONS = 40;
/** The maximum lifetime of a process after its first publication, in milliseconds. */
const MAX_MS = 1500;
/** The share of the processes that are killed sooner: while they open the store. */
const DYING_EARLY = 0.15;
const HOUR_MS = 3_600_000;

/**
 * Starts processes on one store that publish and deliver, one at a time or two if the store can be shared, and kills
 * each at a random moment. The next ones continue. In the end every notification must have arrived.
 *
 * @param deployment - the deployment of all processes.
 * @param seed - reproduces the moments, apart from the timing of the machine.
 */
export async function runRandomKills(
  { stores, victims }: Harness,
  deployment: OpenDeployment['order'],
  kills: number,
  seed: number,
): Promise<RandomKills> {
  const store = await stores.next();
  const receiver = await createReceiverLog();
  const random = createFakeRandom(seed);
  const published: number[] = [];
  let done = 0;
  let generation = 0;

  const killOne = async (): Promise<void> => {
    const victim = await victims.take();
    const workload = { kind: 'notify', count: NOTIFICATIONS } as const;
    victim.send({ store, aheadMs: generation * HOUR_MS, ...deployment, workload });
    await victim.reported(random.fraction() < DYING_EARLY ? 'opening' : 'published');
    await killAfter(victim, random.fraction() * MAX_MS);
    published.push(...victim.published);
    done += 1;
  };

  const killUntil = async (count: number): Promise<void> => {
    while (done < count) {
      await killRound(store.kind, count - done, killOne);
      generation += 1;
    }
  };

  /** Runs nodes that are not killed until the remaining work is done. */
  const finish = async (): Promise<RandomKills> => {
    const last = { store, aheadMs: generation * HOUR_MS, ...deployment };
    const nodes = await openSuccessors(last);
    const open = nodes[0].store;
    await pollUntil(() => isIdle(open));
    const counts = {
      kills: done,
      deliveries: await open.count('deliveries', {}),
      copies: receiver.copies.length,
      interrupted: await open.count('attempts', { errorPhase: 'interrupted' }),
    };
    const many =
      counts.copies > counts.deliveries + counts.interrupted ? ['more copies than interrupted attempts'] : [];
    const failures = [...(await findInvariantViolations(open, receiver, published)), ...many];
    for (const { portcullis } of nodes) await portcullis.close();
    generation += 1;
    return { ...counts, failures };
  };

  try {
    await createInitialState(store, 'a webhook', receiver);
    receiver.behave({ kind: 'responses', status: 200, afterMs: RESPONSE_MS });
    let end: RandomKills;
    do {
      await killUntil(Math.max(kills, done + 1));
      end = await finish();
    } while (end.interrupted === 0 && end.failures.length === 0 && done < kills + MAX_MORE);
    const none = [
      ...(published.length === 0 ? ['nothing was published'] : []),
      ...(end.interrupted === 0 ? ['no kill has interrupted an attempt'] : []),
    ];
    return { ...end, failures: [...end.failures, ...none, ...findCorruption(store)] };
  } catch (error) {
    return { kills: done, deliveries: 0, copies: 0, interrupted: 0, failures: [String(error)] };
  } finally {
    await receiver.close();
  }
}
