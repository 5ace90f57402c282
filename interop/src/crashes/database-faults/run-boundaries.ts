import { createPostgresProxy } from '@portcullis/testing/postgres';
import type { BoundaryClient } from './boundary-clients.ts';
import type { PostgresFaultDatabase } from './database.ts';

/** The result of ending sessions at each message. */
export interface Boundaries {
  /** Positions between messages. */
  readonly positions: number;
  readonly ended: number;
  readonly uncaught: number;
  /** True if the client worked at the end, through the same proxy. */
  readonly works: boolean;
  readonly failures: readonly string[];
}

/** Maximum duration of one run of a client, in milliseconds. A longer run counts as hung. */
const MAX_RUN_MS = 30_000;

/**
 * Runs a client through a proxy that ends its session after the first message, then again after the second, and
 * continues until a run ends before its message arrives.
 *
 * @param stride - tests every n-th message.
 */
export async function runBoundaries(
  database: PostgresFaultDatabase,
  client: BoundaryClient,
  stride: number,
): Promise<Boundaries> {
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => void uncaught.push(error);
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
  const connectionString = await database.next();
  const failures: string[] = [];
  let positions = 0;
  let ended = 0;
  try {
    for (let number = 1; ; number += stride) {
      await using proxy = await createPostgresProxy({
        port: database.port,
        endsAfter: (boundary) => boundary.number === number,
      });
      const url = new URL(connectionString);
      url.port = String(proxy.port);
      const before = uncaught.length;
      if (!(await inTime(client.exercise(url.href)))) failures.push(`hangs after message ${number}`);
      await new Promise(setImmediate);
      if (uncaught.length > before) failures.push(`uncaught after message ${number}: ${String(uncaught.at(-1))}`);
      if (proxy.ended === 0) break;
      positions += 1;
      ended += proxy.ended;
    }
    const works = await client.works(connectionString).catch(() => false);
    if (!works) failures.push('does not work afterwards');
    return { positions, ended, uncaught: uncaught.length, works, failures };
  } finally {
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
  }
}

/** True if a run resolved or rejected before it counts as hung. */
async function inTime(run: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), MAX_RUN_MS);
  });
  const done = run.then(
    () => true,
    () => true,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
