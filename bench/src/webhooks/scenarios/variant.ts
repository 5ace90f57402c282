import { CONTENDER_TITLES, type ContenderName, type ContenderOrder } from '../contenders/contender.ts';
import type { Services } from '../services/start-services.ts';
import { contendersThatRun } from './scenario.ts';

/** A contender in a table: one row. */
export interface Variant {
  readonly name: string;
  readonly contender: ContenderName;
  readonly options?: Partial<ContenderOrder>;
}

/** The variants in the tables of costs. Those of one contender differ in their options. */
export const VARIANTS = {
  sqlite: { name: CONTENDER_TITLES['portcullis-sqlite'], contender: 'portcullis-sqlite' },
  sqliteThread: {
    name: `${CONTENDER_TITLES['portcullis-sqlite']}, a thread delivers`,
    contender: 'portcullis-sqlite',
    options: { threaded: true },
  },
  postgres: { name: CONTENDER_TITLES['portcullis-postgres'], contender: 'portcullis-postgres' },
  mariadb: { name: CONTENDER_TITLES['portcullis-mariadb'], contender: 'portcullis-mariadb' },
  bare: { name: CONTENDER_TITLES.bare, contender: 'bare' },
  bullMqFetch: { name: CONTENDER_TITLES['bullmq-fetch'], contender: 'bullmq-fetch' },
  bullMq: { name: CONTENDER_TITLES['bullmq-undici'], contender: 'bullmq-undici' },
  bullMqKept: {
    name: `${CONTENDER_TITLES['bullmq-undici']}, all kept and synced`,
    contender: 'bullmq-undici',
    options: { keepsAll: true },
  },
  pgBoss: { name: CONTENDER_TITLES['pg-boss'], contender: 'pg-boss' },
  svix: {
    name: `${CONTENDER_TITLES.svix}, all kept and synced`,
    contender: 'svix',
    options: { keepsAll: true },
  },
  graphileWorker: { name: CONTENDER_TITLES['graphile-worker'], contender: 'graphile-worker' },
} as const satisfies Readonly<Record<string, Variant>>;

/** The variants whose contenders can run here. */
export function variantsThatRun<Each extends Variant>(variants: readonly Each[], services: Services): readonly Each[] {
  const able = contendersThatRun(
    variants.map(({ contender }) => contender),
    services,
  );
  return variants.filter(({ contender }) => able.includes(contender));
}
