import type { Arm, ArmName, ArmOrder, Ended } from './arm.ts';
import { storeFile } from './store-file.ts';

/** The factories of the arms. Each loads the modules that its arm needs. */
const MAKERS: Readonly<Record<ArmName, (order: ArmOrder, ended: Ended) => Promise<Arm>>> = {
  async bare(order, ended) {
    const { createBareArm } = await import('./bare-arm.ts');
    return createBareArm(order, ended);
  },
  async 'portcullis-sqlite'(order, ended) {
    const { createSqliteStore } = await import('@portcullis/store-sql/sqlite');
    const { createPortcullisArm } = await import('./portcullis-arm.ts');
    return createPortcullisArm(order, ended, createSqliteStore({ file: storeFile(order.folder) }));
  },
  async 'portcullis-postgres'(order, ended) {
    const { createPostgresStore } = await import('@portcullis/store-sql/postgres');
    const { createPortcullisArm } = await import('./portcullis-arm.ts');
    return createPortcullisArm(order, ended, createPostgresStore({ connectionString: order.postgres ?? '' }));
  },
  async 'bullmq-fetch'(order, ended) {
    const { createBullMqArm } = await import('./bullmq-arm.ts');
    return createBullMqArm(order, ended, 'fetch');
  },
  async 'bullmq-undici'(order, ended) {
    const { createBullMqArm } = await import('./bullmq-arm.ts');
    return createBullMqArm(order, ended, 'undici');
  },
  async 'pg-boss'(order, ended) {
    const { createPgBossArm } = await import('./pg-boss-arm.ts');
    return createPgBossArm(order, ended);
  },
  async 'graphile-worker'(order, ended) {
    const { createGraphileWorkerArm } = await import('./graphile-worker-arm.ts');
    return createGraphileWorkerArm(order, ended);
  },
};

/** Makes the arm of an order. */
export function createArm(order: ArmOrder, ended: Ended): Promise<Arm> {
  return MAKERS[order.arm](order, ended);
}
