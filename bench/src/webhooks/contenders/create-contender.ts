import type { Contender, ContenderName, ContenderOrder, Ended } from './contender.ts';
import { storeFile } from './store-file.ts';

/** The factories of the contenders. Each loads the modules that its contender needs. */
const FACTORIES: Readonly<Record<ContenderName, (order: ContenderOrder, ended: Ended) => Promise<Contender>>> = {
  async bare(order, ended) {
    const { createBareContender } = await import('./bare-contender.ts');
    return createBareContender(order, ended);
  },
  async 'portcullis-sqlite'(order, ended) {
    const { createSqliteStore } = await import('@portcullis/store-sql/sqlite');
    const { createPortcullisContender } = await import('./portcullis-contender.ts');
    return createPortcullisContender(order, ended, createSqliteStore({ file: storeFile(order.folder) }));
  },
  async 'portcullis-postgres'(order, ended) {
    const { createPostgresStore } = await import('@portcullis/store-sql/postgres');
    const { createPortcullisContender } = await import('./portcullis-contender.ts');
    return createPortcullisContender(order, ended, createPostgresStore({ connectionString: order.postgres ?? '' }));
  },
  async 'portcullis-mariadb'(order, ended) {
    const { createMariaDbStore } = await import('@portcullis/store-sql/mariadb');
    const { createPortcullisContender } = await import('./portcullis-contender.ts');
    return createPortcullisContender(order, ended, createMariaDbStore({ connectionString: order.mariadb ?? '' }));
  },
  async 'bullmq-fetch'(order, ended) {
    const { createBullMqContender } = await import('./bullmq-contender.ts');
    return createBullMqContender(order, ended, 'fetch');
  },
  async 'bullmq-undici'(order, ended) {
    const { createBullMqContender } = await import('./bullmq-contender.ts');
    return createBullMqContender(order, ended, 'undici');
  },
  async 'pg-boss'(order, ended) {
    const { createPgBossContender } = await import('./pg-boss-contender.ts');
    return createPgBossContender(order, ended);
  },
  async 'graphile-worker'(order, ended) {
    const { createGraphileWorkerContender } = await import('./graphile-worker-contender.ts');
    return createGraphileWorkerContender(order, ended);
  },
  async svix(order) {
    const { createSvixContender } = await import('./svix-contender.ts');
    return createSvixContender(order);
  },
};

/** Creates the contender for an order. */
export function createContender(order: ContenderOrder, ended: Ended): Promise<Contender> {
  return FACTORIES[order.contender](order, ended);
}
