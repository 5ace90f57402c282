import type { ArmName, ArmOrder } from '../arms/arm.ts';
import { type RunningArm, startArm } from '../arms/start-arm.ts';
import type { Bench } from './scenario.ts';

/** Milliseconds an attempt may take, unless a scenario says otherwise: the library's default. */
const DEADLINE_MS = 10_000;

const ON_POSTGRES: readonly ArmName[] = ['portcullis-postgres', 'pg-boss', 'graphile-worker'];

/** An arm that runs on an empty folder, database and Redis of its own. */
export interface OwnArm {
  readonly arm: RunningArm;
  /** For further processes on the same. */
  readonly order: ArmOrder;
  /** Ends the process and clears all that away. */
  close(): Promise<void>;
}

/** The configuration that a scenario gives for an arm; the rest is filled in. */
export type RequestedArm = Pick<ArmOrder, 'arm' | 'urls'> & Partial<ArmOrder>;

/** Starts an arm in a process of its own. */
export async function openArm({ surroundings, profileFolder }: Bench, wish: RequestedArm): Promise<OwnArm> {
  const folder = surroundings.freshFolder();
  const ownDatabase = wish.postgres === undefined && ON_POSTGRES.includes(wish.arm);
  const database = ownDatabase ? await surroundings.freshDatabase() : undefined;
  const clearAway = async (): Promise<void> => {
    await database?.drop();
    folder.remove();
  };
  if (wish.arm.startsWith('bullmq')) await surroundings.emptyRedis(wish.keepsAll ? 'always' : 'everysec');
  const order: ArmOrder = {
    deadlineMs: DEADLINE_MS,
    folder: folder.path,
    redis: surroundings.redis,
    ...(database && { postgres: database.connectionString }),
    ...wish,
  };
  try {
    const arm = await startArm(order, profileFolder);
    return {
      arm,
      order,
      async close() {
        await arm.stop();
        await clearAway();
      },
    };
  } catch (error) {
    await clearAway();
    throw error;
  }
}

/** Lends an arm of its own to what measures it. */
export async function withArm<Result>(
  bench: Bench,
  wish: RequestedArm,
  use: (arm: RunningArm) => Promise<Result>,
): Promise<Result> {
  const { arm, close } = await openArm(bench, wish);
  try {
    return await use(arm);
  } finally {
    await close();
  }
}

/** Lets an arm make some deliveries, so that what is measured next runs as code that has run before. */
export async function warmUp(arm: RunningArm, count: number): Promise<void> {
  await arm.fill(count, 'this process');
  await arm.drain();
  await arm.halt();
}
