import { FAILURE_CLASSES, type FailureClass, type FailureClassFacts } from '@portcullis/plugin-api';

/** Why something failed, apart from this one case: what the class of the failure means, and whose move it is. */
export interface FailureCause {
  /** One sentence about failures of this class. */
  readonly says: string;
  /** Who has to act. */
  readonly fault: FailureClassFacts['fault'];
  /** The vendor's code, where the platform gave one. */
  readonly code?: string;
}

/** The cause of a failure of this class. */
export function causeOf(failureClass: FailureClass, code?: string): FailureCause {
  const { says, fault } = FAILURE_CLASSES[failureClass];
  return { says, fault, ...(code === undefined ? {} : { code }) };
}
