import { errorMessage } from './error-message.ts';

/** The facts about an error in a line of the log. */
export interface ErrorFacts {
  /** Absent for an error without a code. */
  readonly code?: string;
  readonly error: string;
  /** The next step for an operator, if the error has one. */
  readonly help?: string;
}

/** Returns the message of an error, with its code and its help if it has them. */
export function errorFacts(error: unknown): ErrorFacts {
  const { code, help } = (error ?? {}) as { readonly code?: unknown; readonly help?: unknown };
  return {
    ...(typeof code === 'string' && { code }),
    error: errorMessage(error),
    ...(typeof help === 'string' && { help }),
  };
}
