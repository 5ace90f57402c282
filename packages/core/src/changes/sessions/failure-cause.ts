import { FAILURE_CLASSES, type FailureClass, type FailureClassFacts } from '@portcullis/plugin-api';

/** Why something failed, apart from this one case: what the class of the failure means, and whose move it is. */
export interface FailureCause {
  /** What failures of this class mean, and what can be done. */
  readonly says: string;
  /** Who has to act. */
  readonly fault: FailureClassFacts['fault'];
  /** The vendor's code, where the platform gave one. */
  readonly code?: string;
}

/** The cause of a failure of this class. */
export function causeOf(failureClass: FailureClass, code?: string): FailureCause {
  const { says, help, fault } = FAILURE_CLASSES[failureClass];
  return { says: `${says} ${help}`, fault, ...(code === undefined ? {} : { code }) };
}
