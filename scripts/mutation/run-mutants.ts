import { join } from 'node:path';
import type { ModuleTests, RunAnswer, Survey, SwitchedTexts } from './messages.ts';
import type { Mutant, Outcome } from './mutant.ts';
import { orderTests } from './order-tests.ts';
import { createTestRunner, type TestRunner } from './test-runner.ts';

/** Options of {@link runMutants}. */
export interface MutantRunOptions {
  /** The folder of the package, from the root of the repository. */
  readonly folder: string;
  /** The sources of the package with every mutant behind its switch, by absolute path. */
  readonly texts: SwitchedTexts;
  /** How many mutants are tried at the same time. */
  readonly atOnce: number;
  /** Called with the tests of the package without a fault, before the first mutant. */
  readonly onSurvey: (survey: Survey) => void;
  /** Called with each outcome as it comes. */
  readonly onOutcome: (mutant: Mutant, outcome: Outcome) => void;
}

/** Share of the tests that may fail without a fault, as some do on a machine with much else to do. */
const MAX_FAILING = 0.02;

/**
 * Runs the tests of a package against mutants of its files: each mutant with the tests that reach it, the nearest first, until one fails.
 *
 * @throws Error when too many tests fail without a fault: they would kill every mutant.
 */
export async function runMutants(mutants: readonly Mutant[], options: MutantRunOptions): Promise<void> {
  const survey = await takeSurvey(options);
  options.onSurvey(survey);
  const rest = [...mutants];
  const work = async (): Promise<void> => {
    const runner = createTestRunner({ ...options, use: 'run' });
    try {
      for (let mutant = rest.shift(); mutant; mutant = rest.shift()) {
        options.onOutcome(mutant, await outcomeOf(mutant, orderTests(mutant, survey.tests), runner));
      }
    } finally {
      runner.stop();
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
}

async function takeSurvey(options: MutantRunOptions): Promise<Survey> {
  const runner = createTestRunner({ ...options, use: 'survey' });
  try {
    const survey = (await runner.request({ kind: 'survey' })) as Survey | undefined;
    if (!survey || survey.failing.length > MAX_FAILING * survey.tests.length) {
      const names = survey?.failing.join('\n  ') ?? 'The tests come to a standstill.';
      throw new Error(`The tests of ${join(options.folder)} fail without a fault:\n  ${names}`);
    }
    return survey;
  } finally {
    runner.stop();
  }
}

async function outcomeOf(mutant: Mutant, tests: readonly ModuleTests[], runner: TestRunner): Promise<Outcome> {
  let candidates = tests;
  for (;;) {
    if (candidates.length === 0) return { status: 'untested' };
    const run = { kind: 'run', mutant: mutant.id, tests: candidates } as const;
    const answer = (await runner.request(run)) as RunAnswer | undefined;
    if (!answer) return { status: 'timeout' };
    const { failed, passed } = answer;
    if (!failed) return { status: 'survived', tests: passed };
    if (!failed.isLate || (await passesAlone(failed, runner))) return { status: 'killed', by: failed.name };
    candidates = candidates
      .map(({ module, ids }) => ({ module, ids: ids.filter((id) => id !== failed.id) }))
      .filter(({ ids }) => ids.length > 0);
  }
}

/** A test that ran out of its time may have done so because the machine had other things to do. */
async function passesAlone({ module, id }: NonNullable<RunAnswer['failed']>, runner: TestRunner): Promise<boolean> {
  const answer = await runner.request({ kind: 'run', tests: [{ module, ids: id ? [id] : [] }] });
  return answer !== undefined && !('failed' in answer && answer.failed);
}
