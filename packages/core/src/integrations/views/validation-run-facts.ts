/** The facts about a validation run that each of its events contains. */
export interface ValidationRunFacts {
  /** Absent while nothing is stored yet. */
  readonly integrationId?: number;
  readonly type: string;
  /** The validated operation: `create`, `edit`, `delete` or `recurring`. */
  readonly operation: string;
  /** Tests of the run, those included that do not apply. */
  readonly total: number;
}
