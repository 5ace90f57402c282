import type { ModuleTests, RunResponse, Sweep, SwitchedTexts } from './messages.ts';
import type { Mutant, Outcome } from './mutant.ts';
import { orderTests } from './order-tests.ts';
import { createTestRunner, type TestRunner } from './test-runner.ts';

/** Options of {@link runMutants}. */
export interface MutantRunOptions {
  /** The folder of the package, from the root of the repository. */
  readonly folder: string;
  /** The sources of the package with each mutant behind its switch, by absolute path. */
  readonly texts: SwitchedTexts;
  /** The number of concurrent mutants after the sweep. */
  readonly atOnce: number;
  /** Called with the sweep over all tests. */
  readonly onSweep: (sweep: Sweep) => void;
  /** Called with each outcome as it arrives. */
  readonly onOutcome: (mutant: Mutant, outcome: Outcome) => void;
}

/** Maximum share of tests that may fail without a fault, as some do on a busy machine. */
const MAX_FAILING = 0.02;

/**
 * Runs the tests of a package against mutants of its files. A sweep over all tests kills most of them. The others run
 * in separate workers, with the tests that have not been run with them: mutants that are evaluated while a file loads,
 * or that have lasting effects.
 *
 * @throws Error if too many tests fail without a fault, because they would kill every mutant.
 */
export async function runMutants(mutants: readonly Mutant[], options: MutantRunOptions): Promise<void> {
  const sweep = await runSweep(options);
  options.onSweep(sweep);
  const rest: Mutant[] = [];
  for (const mutant of mutants) {
    const outcome = outcomeOfSweep(mutant, sweep);
    if (outcome) options.onOutcome(mutant, outcome);
    else rest.push(mutant);
  }
  const work = async (): Promise<void> => {
    const runner = createTestRunner({ ...options, use: 'run' });
    try {
      for (let mutant = rest.shift(); mutant; mutant = rest.shift()) {
        options.onOutcome(mutant, await outcomeOfRun(mutant, sweep, runner));
      }
    } finally {
      runner.stop();
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
}

async function runSweep(options: MutantRunOptions): Promise<Sweep> {
  const runner = createTestRunner({ ...options, use: 'sweep' });
  try {
    const sweep = (await runner.request({ kind: 'sweep' })) as Sweep | undefined;
    if (!sweep || sweep.failing.length > MAX_FAILING * sweep.tests.length) {
      const names = sweep?.failing.join('\n  ') ?? 'They come to a standstill.';
      throw new Error(`The tests of ${options.folder} fail without a fault:\n  ${names}`);
    }
    return sweep;
  } finally {
    runner.stop();
  }
}

/** Returns undefined for a mutant that needs a separate worker. */
function outcomeOfSweep(mutant: Mutant, { tests, hung }: Sweep): Outcome | undefined {
  const killer = tests.find(({ killed }) => killed.includes(mutant.id));
  if (killer) return { status: 'killed', by: killer.name };
  if (hung.includes(mutant.id)) return { status: 'timeout' };
  if (orderTests(mutant, tests).length > 0) return undefined;
  const passed = passedWith(mutant, tests);
  return passed === 0 ? { status: 'untested' } : { status: 'survived', tests: passed };
}

async function outcomeOfRun(mutant: Mutant, { tests }: Sweep, runner: TestRunner): Promise<Outcome> {
  let candidates: readonly ModuleTests[] = orderTests(mutant, tests);
  for (;;) {
    const run = { kind: 'run', mutant: mutant.id, tests: candidates } as const;
    const response = (await runner.request(run)) as RunResponse | undefined;
    if (!response) return { status: 'timeout' };
    const { failed, passed } = response;
    if (!failed) return { status: 'survived', tests: passed + passedWith(mutant, tests) };
    if (!failed.isLate || (await passesAlone(failed, runner))) return { status: 'killed', by: failed.name };
    candidates = candidates
      .map(({ module, ids }) => ({ module, ids: ids.filter((id) => id !== failed.id) }))
      .filter(({ ids }) => ids.length > 0);
    if (candidates.length === 0) return { status: 'untested' };
  }
}

function passedWith({ id }: Mutant, tests: Sweep['tests']): number {
  return tests.filter(({ passed }) => passed.includes(id)).length;
}

/** A test may have reached its time limit because the machine was busy. */
async function passesAlone({ module, id }: NonNullable<RunResponse['failed']>, runner: TestRunner): Promise<boolean> {
  const response = await runner.request({ kind: 'run', tests: [{ module, ids: id ? [id] : [] }] });
  return response !== undefined && !('failed' in response && response.failed);
}
