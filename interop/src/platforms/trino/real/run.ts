/**
 * Points a real Trino coordinator at a host that embeds Portcullis, with the files that `client-setup` returns, and
 * runs queries of several users.
 *
 * Run it with `node --conditions=source interop/src/platforms/trino/real/run.ts`.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findJava } from '../../../shared/java/find-java.ts';
import { createSuiteReport } from '../../../shared/suite-report.ts';
import { fetchServer } from './fetch-server.ts';
import { JOURNEYS } from './journeys.ts';
import { runQuery } from './run-query.ts';
import { startHost } from './start-host.ts';
import { type RunningTrino, startTrino } from './start-trino.ts';

const VERSION = '476';
/** Source: Trino documentation, "Deploying Trino", "Java runtime environment"; release 476 needs Java 24. */
const JAVA_RELEASE = 24;

const report = createSuiteReport();

/** The maximum time for the first query of a cluster that has started, in milliseconds. */
const READY_MS = 120_000;

/** A query runs before a catalog has a worker, so a table is created and read. */
const READY_QUERIES = [
  'CREATE TABLE IF NOT EXISTS ready AS SELECT 1 AS one',
  'SELECT one FROM ready',
  'DROP TABLE ready',
];

/** Waits until queries run to their end on a worker. The coordinator reports "started" before that. */
async function whenReady({ url }: RunningTrino): Promise<void> {
  const until = Date.now() + READY_MS;
  for (const query of READY_QUERIES) {
    for (;;) {
      const { error, message } = await runQuery(url, 'alice', query);
      if (error === undefined) break;
      console.log(`  not ready: ${error}: ${message}`);
      if (Date.now() > until) throw new Error(`Trino ran no query within ${READY_MS / 1000} s.`);
      await pause(1_000);
    }
  }
}

async function run(java: string, server: string): Promise<void> {
  const started = await startHost();
  try {
    const trino = await startTrino(java, server, started.files, started.environment);
    try {
      await whenReady(trino);
      for (const { name, run: journey } of JOURNEYS) await report.run(name, () => journey(trino, started.host));
    } finally {
      await trino.stop();
    }
  } finally {
    await started.stop();
  }
  console.log(`Trino ${VERSION} asked for ${[...started.host.asked].toSorted().join(', ')}.`);
}

const java = findJava(JAVA_RELEASE, 'TRINO_JAVA_HOME');
if (java === undefined) {
  report.skip(`there is no Java ${JAVA_RELEASE} or later, and TRINO_JAVA_HOME names none`, JOURNEYS.length);
} else {
  const server = fetchServer(VERSION, join(import.meta.dirname, '../../../../../node_modules/.cache/trino'));
  if (typeof server === 'string') await run(java, server);
  else report.skip(server.missing, JOURNEYS.length);
}
report.end();
