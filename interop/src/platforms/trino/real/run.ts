/**
 * Points a real Trino coordinator at a host that embeds Portcullis, with the files that `client-setup` returns, and
 * runs queries of several users. The last line counts: "N passed, N failed".
 *
 * Run it with `node --conditions=source interop/src/platforms/trino/real/run.ts`.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findJava } from '../../../shared/java/find-java.ts';
import { fetchServer } from './fetch-server.ts';
import { JOURNEYS } from './journeys.ts';
import { runQuery } from './run-query.ts';
import { startHost } from './start-host.ts';
import { type RunningTrino, startTrino } from './start-trino.ts';

const VERSION = '476';
/** Source: Trino documentation, "Deploying Trino", "Java runtime environment"; release 476 needs Java 24. */
const JAVA_RELEASE = 24;

function skip(reason: string): void {
  console.log(`Skipped: ${reason}.`);
  console.log(`0 passed, 0 failed, ${JOURNEYS.length} skipped`);
}

/** The maximum time for the first query of a cluster that has started, in milliseconds. */
const READY_MS = 120_000;

/** A query runs before a catalog has a worker, so a table is created and read. */
const TRIALS = ['CREATE TABLE IF NOT EXISTS ready AS SELECT 1 AS one', 'SELECT one FROM ready', 'DROP TABLE ready'];

/** Waits until queries run to their end on a worker. The coordinator reports "started" before that. */
async function whenReady({ url }: RunningTrino): Promise<void> {
  const until = Date.now() + READY_MS;
  for (const environment of TRIALS) {
    for (;;) {
      const { error, message } = await runQuery(url, 'alice', environment);
      if (error === undefined) break;
      console.log(`  not ready: ${error}: ${message}`);
      if (Date.now() > until) throw new Error(`Trino answered no query within ${READY_MS / 1000} s.`);
      await pause(1_000);
    }
  }
}

async function run(java: string, server: string): Promise<void> {
  const started = await startHost();
  let failed = 0;
  try {
    const trino = await startTrino(java, server, started.files, started.environment);
    try {
      await whenReady(trino);
      for (const { name, run: journey } of JOURNEYS) {
        try {
          await journey(trino, started.host);
          console.log(`  passed: ${name}`);
        } catch (error) {
          failed += 1;
          console.error(`  FAILED: ${name}\n${error instanceof Error ? error.stack : String(error)}`);
        }
      }
    } finally {
      await trino.stop();
    }
  } finally {
    await started.stop();
  }
  console.log(`Trino ${VERSION} asked for ${[...started.host.asked].toSorted().join(', ')}.`);
  console.log(`${JOURNEYS.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

const java = findJava(JAVA_RELEASE, 'TRINO_JAVA_HOME');
if (java === undefined) skip(`there is no Java ${JAVA_RELEASE} or later (TRINO_JAVA_HOME says where one is)`);
else {
  const server = fetchServer(VERSION, join(import.meta.dirname, '../../../../../node_modules/.cache/trino'));
  if (typeof server === 'string') await run(java, server);
  else skip(server.missing);
}
