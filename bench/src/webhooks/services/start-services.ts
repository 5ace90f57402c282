import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMariaDb, NO_MARIADB, startMariaDb } from '@portcullis/testing/mariadb';
import { startPostgres } from '@portcullis/testing/postgres';
import { findRedis, NO_REDIS, startRedis } from '@portcullis/testing/redis';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { findSvix } from './start-svix.ts';

/** The servers that contenders need, with fresh data for each run. */
export interface Services {
  /** Undefined if there is no Redis. */
  readonly redis: string | undefined;
  /** The path of the Svix server. Undefined if there is none. */
  readonly svix: string | undefined;
  /** True if there is a MariaDB. */
  readonly hasMariaDb: boolean;
  /** A new, empty database. */
  freshDatabase(): Promise<FreshDatabase>;
  /** Returns the connection string of a new, empty database on MariaDB. */
  freshMariaDb(): string;
  /** A new, empty folder. */
  freshFolder(): { readonly path: string; remove(): void };
  /** Deletes all data in Redis, and sets its sync policy. */
  emptyRedis(appendFsync: 'everysec' | 'always'): Promise<void>;
  /** Lines of the report that state which data is written to the disk, and when. */
  readonly durability: readonly string[];
  stop(): Promise<void>;
}

/** A separate database. */
interface FreshDatabase {
  readonly connectionString: string;
  /** Runs vacuum, so that autovacuum, whose transactions are also counted, has nothing to do. */
  tidy(): Promise<void>;
  /** The number of its transactions so far, as the server counts them. */
  transactions(): Promise<number>;
  drop(): Promise<void>;
}

/** More connections than the default, because four nodes and another pool may connect concurrently. */
const POSTGRES = { max_connections: 200, shared_buffers: '512MB', max_wal_size: '4GB' };

/** The options of MariaDB, as large as those of PostgreSQL. */
const MARIADB = ['--max-connections=200', '--innodb-buffer-pool-size=512M', '--innodb-log-file-size=1G'];
/** Databases on MariaDB, each for one measurement. */
const MARIADB_DATABASES = Array.from({ length: 200 }, (_each, index) => `bench_${index + 1}`);

/** The servers that a scenario needs. */
export interface ServiceNeeds {
  readonly postgres: boolean;
  readonly redis: boolean;
  /** @default false */
  readonly mariadb?: boolean;
}

/** Starts the requested servers. */
export async function startServices(needs: ServiceNeeds): Promise<Services> {
  const mariaDbProgram = needs.mariadb ? findMariaDb() : undefined;
  const mariadb =
    mariaDbProgram === undefined
      ? undefined
      : await startMariaDb(mariaDbProgram, { durable: true, settings: MARIADB, databases: MARIADB_DATABASES });
  let usedOnMariaDb = 0;
  const postgres = needs.postgres ? await startPostgres({ durable: true, settings: POSTGRES }) : undefined;
  const redisProgram = needs.redis ? findRedis() : undefined;
  const redis = redisProgram === undefined ? undefined : await startRedis(redisProgram, { appendFsync: 'everysec' });
  let databases = 0;
  const folders = new Set<string>();
  const removeFolder = (path: string): void => {
    // A contender may still write when this process ends.
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    folders.delete(path);
  };
  // An interrupted run has no other clean-up.
  process.once('exit', () => folders.forEach(removeFolder));

  const administer = async (
    statement: string,
    connectionString = postgres?.connectionString,
  ): Promise<readonly Record<string, unknown>[]> => {
    const client = new Client({ connectionString }).on('error', () => {});
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement);
    await client.end();
    return rows;
  };

  return {
    redis: redis?.url,
    svix: findSvix(),
    hasMariaDb: mariadb !== undefined,
    freshMariaDb() {
      if (!mariadb) throw new Error('No MariaDB was asked for.');
      const { user, password, host, port } = mariadb;
      usedOnMariaDb += 1;
      return `mariadb://${user}:${password}@${host}:${port}/bench_${usedOnMariaDb}`;
    },
    async freshDatabase() {
      if (!postgres) throw new Error('No PostgreSQL was asked for.');
      databases += 1;
      const name = `bench_${databases}`;
      await administer(`create database ${name}`);
      const connectionString = new URL(postgres.connectionString);
      connectionString.pathname = `/${name}`;
      return {
        connectionString: connectionString.href,
        async tidy() {
          await administer('vacuum (analyze)', connectionString.href);
        },
        async transactions() {
          const columns = 'xact_commit + xact_rollback as transactions';
          const [row] = await administer(`select ${columns} from pg_stat_database where datname = '${name}'`);
          return Number(row?.transactions);
        },
        async drop() {
          await administer(`drop database ${name} with (force)`);
        },
      };
    },
    freshFolder() {
      const path = mkdtempSync(join(tmpdir(), 'webhooks-'));
      folders.add(path);
      return { path, remove: () => removeFolder(path) };
    },
    async emptyRedis(appendFsync) {
      if (!redis) return;
      const client = new Redis(redis.url);
      await client.config('SET', 'appendfsync', appendFsync);
      await client.flushall();
      client.disconnect();
    },
    durability: [
      "SQLite: WAL, synchronous: 'full' (a write resolves once it is on the disk)",
      ...(postgres ? ['PostgreSQL: fsync = on, synchronous_commit = on, full_page_writes = on'] : []),
      ...(needs.mariadb ? [mariadb ? 'MariaDB: innodb_flush_log_at_trx_commit = 1, no binary log' : NO_MARIADB] : []),
      ...(needs.redis
        ? [
            redis
              ? 'Redis: appendonly yes, appendfsync everysec (a power cut may take a second), or always where a row says "synced"'
              : NO_REDIS,
          ]
        : []),
    ],
    async stop() {
      await redis?.kill();
      await postgres?.stop();
      await mariadb?.stop();
    },
  };
}
