/** A run of Schemathesis: some phases over some operations. */
export interface SchemathesisRun {
  readonly name: string;
  readonly flags: readonly string[];
}

/** Operations whose body holds a config: the seven types make thousands of cases of each. */
const WITH_CONFIG =
  '^(?:(?:create|update)Integration|getSetupPrivileges|get(?:InitialCreate|Create|Edit|Cleanup|PostCleanup)Script)$';

/** The runs of the suite: every phase of Schemathesis over every operation, about two minutes together. */
export const RUNS: readonly SchemathesisRun[] = [
  { name: 'examples', flags: ['--phases', 'examples'] },
  {
    name: 'coverage of operations without a config',
    flags: ['--phases', 'coverage', '--exclude-operation-id-regex', WITH_CONFIG, '--max-time', '60'],
  },
  {
    name: 'coverage of operations with a config',
    flags: ['--phases', 'coverage', '--include-operation-id-regex', WITH_CONFIG, '--max-time', '25'],
  },
  { name: 'fuzzing', flags: ['--phases', 'fuzzing', '--max-examples', '5'] },
  { name: 'stateful', flags: ['--phases', 'stateful', '--max-examples', '5'] },
];
