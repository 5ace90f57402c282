/** A run of Schemathesis: some phases over some operations. */
export interface SchemathesisRun {
  readonly name: string;
  readonly flags: readonly string[];
  /** True for bodies that the emulators accept for a set-up. */
  readonly living?: boolean;
  /** The minimum number of operations that succeed. */
  readonly minReached?: number;
}

/** Operations whose body contains a config. The seven types multiply their cases to thousands. */
const WITH_CONFIG =
  '^(?:(?:create|update)Integration|getSetupPrivileges|get(?:InitialCreate|Create|Edit|Cleanup|PostCleanup)Script)$';

/** The runs of the suite: every phase of Schemathesis for every operation, about two and a half minutes in total. */
export const RUNS: readonly SchemathesisRun[] = [
  { name: 'examples', flags: ['--phases', 'examples'] },
  {
    name: 'coverage of operations without a config',
    flags: ['--phases', 'coverage', '--exclude-operation-id-regex', WITH_CONFIG, '--max-time', '60'],
  },
  {
    name: 'coverage of operations with a config',
    flags: ['--phases', 'coverage', '--include-operation-id-regex', WITH_CONFIG, '--max-time', '15'],
  },
  { name: 'fuzzing', flags: ['--phases', 'fuzzing', '--max-examples', '5'] },
  { name: 'stateful', flags: ['--phases', 'stateful', '--max-examples', '2'] },
  {
    name: 'stateful with living objects',
    flags: [
      ...['--phases', 'stateful', '--mode', 'positive', '--max-examples', '10'],
      // A deleted integration keeps its last status and its journal for a while.
      ...['--exclude-checks', 'use_after_free'],
      ...['--exclude-operation-id-regex', '^get(?:InitialCreate|Create|Cleanup|PostCleanup)Script$'],
    ],
    living: true,
    minReached: 20,
  },
];
