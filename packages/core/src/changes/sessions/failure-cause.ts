import { FAILURE_CLASSES, type FailureClass, type FailureClassFacts } from '@portcullis/plugin-api';

/** The general reason of a failure: the meaning of its class, and the party that has to act. */
export interface FailureCause {
  /** The meaning of failures of this class, and the remedy. */
  readonly message: string;
  /** The party that has to act. */
  readonly fault: FailureClassFacts['fault'];
  /** The vendor's code, if the platform returned one. */
  readonly code?: string;
}

/** Returns the cause of a failure of this class. */
export function causeOf(failureClass: FailureClass, code?: string): FailureCause {
  const { meaning, help, fault } = FAILURE_CLASSES[failureClass];
  return { message: `${meaning} ${help}`, fault, ...(code === undefined ? {} : { code }) };
}
