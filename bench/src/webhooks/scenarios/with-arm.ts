import type { ArmName, ArmOrder } from '../arms/arm.ts';
import { type RunningArm, startArm } from '../arms/start-arm.ts';
import type { Bench } from './scenario.ts';

/** Milliseconds an attempt may take, unless a scenario says otherwise: the library's default. */
const DEADLINE_MS = 10_000;

const ON_POSTGRES: readonly ArmName[] = ['portcullis-postgres', 'pg-boss', 'graphile-worker'];

/** Starts an arm in a process of its own, on an empty folder, database and Redis, and clears all that away afterwards. */
export async function withArm<Result>(
  { surroundings, profileFolder }: Bench,
  order: Pick<ArmOrder, 'arm' | 'urls'> & Partial<ArmOrder>,
  use: (arm: RunningArm, order: ArmOrder) => Promise<Result>,
): Promise<Result> {
  const folder = surroundings.freshFolder();
  const ownDatabase = order.postgres === undefined && ON_POSTGRES.includes(order.arm);
  const database = ownDatabase ? await surroundings.freshDatabase() : undefined;
  if (order.arm.startsWith('bullmq')) await surroundings.emptyRedis();
  const complete: ArmOrder = {
    deadlineMs: DEADLINE_MS,
    folder: folder.path,
    redis: surroundings.redis,
    ...(database && { postgres: database.connectionString }),
    ...order,
  };
  try {
    const arm = await startArm(complete, profileFolder);
    try {
      return await use(arm, complete);
    } finally {
      await arm.stop();
    }
  } finally {
    await database?.drop();
    folder.remove();
  }
}

/** Lets an arm make some deliveries, so that what is measured next runs as code that has run before. */
export async function warmUp(arm: RunningArm, count: number): Promise<void> {
  await arm.fill(count, 'this process');
  await arm.drain();
  await arm.halt();
}
