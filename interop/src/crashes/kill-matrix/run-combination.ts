import type { Combination } from './combinations.ts';
import { allKills, sampled } from './kill-points.ts';
import type { MatrixRow } from './report.ts';
import { type Harness, runOnce, runPoint } from './run-point.ts';
import { type Scenario, scenariosOf } from './scenario.ts';
import type { Victims } from './victims.ts';

/** Options of a combination. */
export interface CombinationOptions {
  /** Combinations share a supply, because each supply ends with a process that nothing used. */
  readonly victims: Victims;
  /** The number of kills for each operation, distributed over its points. */
  readonly sample: number;
  /** Only this one. @default all */
  readonly operation?: string | undefined;
}

/**
 * Runs every operation of one combination. Returns undefined if this machine has no server for its stores.
 *
 * @param onRow - called when an operation ends.
 */
export async function runCombination(
  combination: Combination,
  { victims, sample, operation }: CombinationOptions,
  onRow: (row: MatrixRow) => void,
): Promise<readonly MatrixRow[] | undefined> {
  const stores = await combination.openStores();
  if (!stores) return undefined;
  const environment = await combination.openTestEnvironment();
  const rows: MatrixRow[] = [];
  try {
    for (const scenario of scenariosOf(environment.fixture)) {
      if (operation !== undefined && scenario.operation !== operation) continue;
      const row = await runScenario({ environment, stores, victims }, scenario, { count: sample, at: combination.at });
      rows.push(row);
      onRow(row);
    }
    return rows;
  } finally {
    await Promise.all([environment.close(), stores.close()]);
  }
}

async function runScenario(harness: Harness, scenario: Scenario, sample: Sample): Promise<MatrixRow> {
  const { environment, stores } = harness;
  const { operation } = scenario;
  const about = { plugin: environment.plugin.name, platform: environment.platform, store: stores.kind, operation };
  const row = await kill(harness, scenario, sample).catch((error: unknown): Outcomes => {
    const failures = [error instanceof Error ? error.message : String(error)];
    return { killPoints: { statement: 0, commit: 0 }, kills: 1, oneShot: 0, untouched: 0, failures };
  });
  console.error(
    `${about.plugin} on ${about.platform}, ${operation}: ${row.kills} kills, ${row.failures.length} failures`,
  );
  return { ...about, ...row };
}

/** The number of kills of an operation, and the position of a single one. */
interface Sample {
  readonly count: number;
  readonly at: number;
}

type Outcomes = Pick<MatrixRow, 'killPoints' | 'kills' | 'oneShot' | 'untouched' | 'failures'>;

async function kill(harness: Harness, scenario: Scenario, { count, at }: Sample): Promise<Outcomes> {
  const expected = await runOnce(harness, scenario);
  const kills = sampled(allKills(scenario, expected.counts), count, at);
  const counts = { 'one-shot': 0, untouched: 0 };
  const failures: string[] = [];
  for (const planned of kills) {
    const outcome = await runPoint(harness, scenario, expected, planned);
    if (outcome.kind === 'failure') {
      const { what, number, when } = planned.kill;
      failures.push(`killed ${when} ${what} ${number} (${planned.recovery}): ${outcome.message}`);
    } else counts[outcome.kind] += 1;
  }
  const { 'one-shot': oneShot, untouched } = counts;
  return { killPoints: expected.counts, kills: kills.length, oneShot, untouched, failures };
}
