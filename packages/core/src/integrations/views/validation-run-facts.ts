/** What every event of a validation run says about the run. */
export interface ValidationRunFacts {
  /** Absent while nothing is stored yet. */
  readonly integrationId?: number;
  readonly type: string;
  /** What is validated: `create`, `edit`, `delete` or `recurring`. */
  readonly operation: string;
  /** Tests of the run, those included that do not apply. */
  readonly total: number;
}
