/** The results of a suite that is a program of its own. `.ci/run` reads its last line. */
export interface SuiteReport {
  /** The numbers of results so far. */
  readonly counts: Readonly<Record<'passed' | 'failed' | 'skipped', number>>;
  /**
   * Runs a case and prints its result.
   *
   * @param work - may return a text to print with the result.
   * @returns true if the case has passed.
   */
  run(name: string, work: () => Promise<unknown>): Promise<boolean>;
  /** Prints the result of a case that has run: it has passed if there are no failures. */
  record(name: string, failures: readonly string[]): void;
  /**
   * Prints the reason why cases do not run.
   *
   * @param cases - the number of cases. @default 1
   */
  skip(reason: string, cases?: number): void;
  /** Prints the last line, which is "N passed, N failed, N skipped", and sets the exit code if a case has failed. */
  end(): void;
}

/** Maximum number of failures of one case that are printed. */
const MAX_PRINTED = 10;

/** Creates a {@link SuiteReport} without results. */
export function createSuiteReport(): SuiteReport {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const pass = (name: string, more: string): void => {
    counts.passed += 1;
    console.log(`  passed: ${name}${more}`);
  };
  return {
    counts,
    async run(name, work) {
      try {
        const result = await work();
        pass(name, typeof result === 'string' ? `: ${result}` : '');
        return true;
      } catch (error) {
        counts.failed += 1;
        console.error(`  FAILED: ${name}\n`, error);
        return false;
      }
    },
    record(name, failures) {
      if (failures.length === 0) return pass(name, '');
      counts.failed += 1;
      console.error(`  FAILED: ${name}`);
      for (const failure of failures.slice(0, MAX_PRINTED)) console.error(`    ${failure}`);
    },
    skip(reason, cases = 1) {
      counts.skipped += cases;
      console.log(`  skipped: ${reason}`);
    },
    end() {
      const { passed, failed, skipped } = counts;
      console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
      if (failed > 0) process.exitCode = 1;
    },
  };
}
