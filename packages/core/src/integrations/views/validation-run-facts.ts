/** The facts about a validation run that each of its events contains. */
export interface ValidationRunFacts {
  /** Absent before the integration is stored. */
  readonly integrationId?: number;
  readonly type: string;
  /** The validated operation: `create`, `edit`, `delete` or `recurring`. */
  readonly operation: string;
  /** The number of tests of the run, including those that do not apply. */
  readonly total: number;
}
