import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { printTable } from '../report/print-table.ts';
import { spreadOf } from '../report/spread.ts';
import { CRITICAL_STEPS, LATENCY_MS, minSteps, SLOW_BODY, slowPlugin } from './slow-plugin.ts';

/** The default, and one session for each test. */
const CONCURRENCIES = [4, 20];

const GOAL = 1.1;

const CONTEXT = { principal: { id: 1, name: 'Bench', permissions: ['APPLICATION_ADMIN'], groups: [] } };

/** Measures the wall time of a validation run compared with the minimum for its dependencies and its sessions. */
export async function runValidationBenchmark({ rounds }: { readonly rounds: number }): Promise<readonly string[]> {
  const rows: string[][] = [];
  for (const sessions of CONCURRENCIES) {
    const times = await measure(sessions, rounds);
    if (times.length < rounds) return ['The validation of the benchmark did not pass.'];
    const { median } = spreadOf(times);
    const least = minSteps(sessions) * LATENCY_MS;
    const ratio = median / least;
    rows.push([
      `${sessions} sessions`,
      median.toFixed(0),
      String(least),
      `**${ratio.toFixed(2)} x**`,
      `<= ${GOAL} ${ratio <= GOAL ? 'met' : 'MISSED'}`,
      `${(median / (CRITICAL_STEPS * LATENCY_MS)).toFixed(2)} x`,
    ]);
  }
  const columns = ['at once', 'median, ms', 'least with these, ms', 'ratio', 'goal', 'of the dependencies alone'];
  printTable({ title: `Validation: 20 tests on sessions of ${LATENCY_MS} ms`, columns, rows });
  return [];
}

/** Milliseconds of each passed run, without the first one. */
async function measure(validationConcurrency: number, rounds: number): Promise<readonly number[]> {
  const portcullis = await createPortcullis({
    plugins: [slowPlugin()],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: new Uint8Array(32).fill(1) } }),
    integrations: { validationConcurrency },
  });
  const times: number[] = [];
  let startedAt = 0;
  portcullis.events.on('validation.started', () => {
    startedAt = performance.now();
  });
  portcullis.events.on('validation.finished', ({ status }) => {
    if (status === 'passed') times.push(performance.now() - startedAt);
  });
  for (let round = 0; round <= rounds; round += 1) {
    await portcullis.integrations.create(CONTEXT, SLOW_BODY, { dryRun: true });
  }
  await portcullis.close();
  return times.slice(1);
}
