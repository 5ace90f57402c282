import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findCorruption } from './find-corruption.ts';
import { findInvariantViolations } from './find-invariant-violations.ts';
import { createWebhook } from './initial-state.ts';
import { type OpenNode, openNode } from './open-node.ts';
import { isIdle, pollUntil } from './poll-until.ts';
import { createReceiverLog } from './receiver-log.ts';
import { runWorkload } from './run-workload.ts';
import { createSmallDisk, type SmallDisk } from './small-disk.ts';
import type { NodeOrder } from './victim-protocol.ts';
import type { Victims } from './victims.ts';

/** The outcome of a disk that is filled under load and freed again. */
export interface FullDisk {
  readonly deliveries: number;
  readonly copies: number;
  readonly records: number;
  /** Publications that were rejected because of missing space. */
  readonly refused: number;
  /** From the moment that the disk is free until no delivery waits, in milliseconds. */
  readonly drainedMs: number;
  readonly failures: readonly string[];
}

/** The fates of the process while the disk is full. */
export const FATES = ['survives', 'is killed'] as const;

type Fate = (typeof FATES)[number];

const DISK_BYTES = 24 * 1024 * 1024;
const WEBHOOKS = 4;
const WORK = { kind: 'publish', perSecond: 100 } as const;
const RESPONSE_MS = 20;
/** Publications before the disk is filled, and again after it is free. */
const MIN_PUBLISHED = 100;
const MIN_REFUSED = 50;
const FULL_MS = 3000;
/** The maximum time until no delivery waits after the disk is free. */
const MAX_DRAIN_MS = 180_000;

/** A process that publishes. */
interface Publisher {
  readonly published: readonly number[];
  refused(): number;
}

/**
 * Runs a process with a SQLite store that publishes and delivers on a separate disk, fills the disk, frees it again,
 * and compares the receiver's log with the store. A process that is killed while the disk is full has a successor once
 * the disk is free.
 *
 * @returns the reason if such a disk is not available here.
 */
export async function runFullDisk(
  victims: Victims,
  mode: Pick<NodeOrder, 'inThread'>,
  fate: Fate,
): Promise<FullDisk | string> {
  const disk = createSmallDisk(DISK_BYTES);
  if (typeof disk === 'string') return disk;
  try {
    return await fillAndFree(disk, victims, mode, fate);
  } catch (error) {
    return { deliveries: 0, copies: 0, records: 0, refused: 0, drainedMs: 0, failures: [String(error)] };
  } finally {
    disk.close();
  }
}

async function fillAndFree(
  disk: SmallDisk,
  victims: Victims,
  mode: Pick<NodeOrder, 'inThread'>,
  fate: Fate,
): Promise<FullDisk> {
  const store = { kind: 'sqlite', file: join(disk.folder, 'store.sqlite') } as const;
  const order: NodeOrder = { store, aheadMs: 0, defaults: true, ...mode };
  const receiver = await createReceiverLog();
  const stopping = new AbortController();
  let node: OpenNode | undefined;

  const publishHere = async (): Promise<Publisher & { readonly node: OpenNode }> => {
    const opened = await openNode(order);
    node = opened;
    const published: number[] = [];
    let refused = 0;
    const listeners = { published: (id: number) => published.push(id), refused: () => (refused += 1) };
    void runWorkload(opened, WORK, listeners, stopping.signal);
    return { node: opened, published, refused: () => refused };
  };
  const publishInVictim = async (): Promise<Publisher & { kill(): Promise<void> }> => {
    const victim = await victims.take();
    victim.send({ ...order, workload: WORK });
    const kill = (): Promise<void> => {
      victim.signal('SIGKILL');
      return victim.killed;
    };
    return { published: victim.published, refused: victim.refused, kill };
  };
  const needs = async (what: string, condition: () => boolean): Promise<void> => {
    if (!(await pollUntil(async () => condition()))) throw new Error(`There were too few ${what}.`);
  };

  try {
    const first = await openNode({ ...order, inThread: false });
    await createWebhook(first, receiver.url, WEBHOOKS);
    await first.portcullis.close();
    receiver.behave({ kind: 'responses', status: 200, afterMs: RESPONSE_MS });

    const publisher = fate === 'is killed' ? await publishInVictim() : await publishHere();
    await needs('publications', () => publisher.published.length >= MIN_PUBLISHED);
    disk.fill();
    await needs('refusals', () => publisher.refused() >= MIN_REFUSED);
    await wait(FULL_MS);
    if ('kill' in publisher) await publisher.kill();

    disk.free();
    const freedAt = performance.now();
    const successor = 'kill' in publisher ? await publishHere() : publisher;
    const before = successor.published.length;
    await needs('publications afterwards', () => successor.published.length >= before + MIN_PUBLISHED);
    stopping.abort();
    const { portcullis, store: open } = successor.node;
    await pollUntil(() => isIdle(open), freedAt + MAX_DRAIN_MS - performance.now());
    const drainedMs = performance.now() - freedAt;
    const published = new Set([...publisher.published, ...successor.published]);
    const violations = await findInvariantViolations(open, receiver, [...published]);
    const counts = {
      deliveries: await open.count('deliveries', {}),
      copies: receiver.copies.length,
      records: await open.count('attempts', {}),
      refused: publisher.refused(),
      drainedMs,
    };
    await portcullis.close();
    node = undefined;
    return { ...counts, failures: [...violations, ...findCorruption(store)] };
  } finally {
    stopping.abort();
    await node?.portcullis.close();
    await receiver.close();
  }
}
