import type { ContenderName, ContenderOrder } from '../contenders/contender.ts';
import { type RunningContender, startContender } from '../contenders/start-contender.ts';
import { type RunningSvix, startSvix } from '../services/start-svix.ts';
import type { Bench } from './scenario.ts';

/**
 * Maximum milliseconds of an attempt, unless a scenario overrides it: the maximum of the library's setting. A busy machine that lets
 * an attempt wait for longer than the default would make the contenders repeat it.
 */
const DEADLINE_MS = 120_000;

const ON_POSTGRES: readonly ContenderName[] = ['portcullis-postgres', 'pg-boss', 'graphile-worker', 'svix'];

/** A contender that runs with its own empty folder, database and Redis. */
export interface OpenContender {
  readonly contender: RunningContender;
  /** The order for further processes with the same resources. */
  readonly order: ContenderOrder;
  /** Ends the process and removes these resources. */
  close(): Promise<void>;
}

/** The configuration of a contender as a scenario gives it. The rest is added. */
export type ContenderConfig = Pick<ContenderOrder, 'contender' | 'urls'> & Partial<ContenderOrder>;

/** Starts a contender in a separate process. */
export async function openContender(
  { services, processes = {} }: Pick<Bench, 'services' | 'processes'>,
  request: ContenderConfig,
): Promise<OpenContender> {
  const folder = services.freshFolder();
  const ownDatabase = request.postgres === undefined && ON_POSTGRES.includes(request.contender);
  const database = ownDatabase ? await services.freshDatabase() : undefined;
  let svix: RunningSvix | undefined;
  const clearAway = async (): Promise<void> => {
    await svix?.stop();
    await database?.drop();
    folder.remove();
  };
  if (request.contender.startsWith('bullmq') || request.contender === 'svix')
    await services.emptyRedis(request.keepsAll ? 'always' : 'everysec');
  const order: ContenderOrder = {
    deadlineMs: DEADLINE_MS,
    folder: folder.path,
    redis: services.redis,
    ...(database && { postgres: database.connectionString }),
    ...(request.contender === 'portcullis-mariadb' && { mariadb: services.freshMariaDb() }),
    ...request,
  };
  try {
    if (order.contender === 'svix') {
      const { postgres = '', redis = '' } = order;
      svix = await startSvix(services.svix ?? '', { postgres, redis });
    }
    const contender = await startContender(
      svix ? { ...order, svix: { url: svix.url, token: svix.token } } : order,
      processes,
    );
    return {
      contender,
      order,
      async close() {
        await contender.stop();
        await clearAway();
      },
    };
  } catch (error) {
    await clearAway();
    throw error;
  }
}

/** Runs a measurement with a new contender. */
export async function withContender<Result>(
  bench: Bench,
  request: ContenderConfig,
  use: (contender: RunningContender) => Promise<Result>,
): Promise<Result> {
  const { contender, close } = await openContender(bench, request);
  try {
    return await use(contender);
  } finally {
    await close();
  }
}

/** Makes some deliveries with a contender as a warm-up. */
export async function warmUp(contender: RunningContender, count: number): Promise<void> {
  await contender.fill(count, 'this process');
  await contender.drain();
  await contender.halt();
}
