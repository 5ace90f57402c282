/** A run of Schemathesis: some phases over some operations. */
export interface SchemathesisRun {
  readonly name: string;
  readonly flags: readonly string[];
  /** Flags of a quick run that replace earlier ones. @default none */
  readonly quickFlags?: readonly string[];
  /** The operations, of which a quick run takes a third at random. @default all operations, also in a quick run */
  readonly operations?: 'with a config' | 'without a config';
  /** True for bodies that the emulators accept for a set-up. */
  readonly living?: boolean;
  /** The minimum number of operations that succeed. */
  readonly minReached?: number;
}

/** Operations whose body contains a config. The seven types multiply their cases to thousands. */
export const WITH_CONFIG =
  /^(?:(?:create|update)Integration|getSetupPrivileges|get(?:InitialCreate|Create|Edit|Cleanup|PostCleanup)Script)$/;

/** The runs of the suite: every phase of Schemathesis for every operation, about two and a half minutes in total. */
export const RUNS: readonly SchemathesisRun[] = [
  { name: 'examples', flags: ['--phases', 'examples'] },
  {
    name: 'coverage of operations without a config',
    flags: ['--phases', 'coverage', '--max-time', '60'],
    operations: 'without a config',
  },
  {
    name: 'coverage of operations with a config',
    flags: ['--phases', 'coverage', '--max-time', '15'],
    operations: 'with a config',
  },
  { name: 'fuzzing', flags: ['--phases', 'fuzzing', '--max-examples', '5'], quickFlags: ['--max-examples', '2'] },
  { name: 'stateful', flags: ['--phases', 'stateful', '--max-examples', '2'], quickFlags: ['--max-examples', '1'] },
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
