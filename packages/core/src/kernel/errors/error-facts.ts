import { errorMessage } from './error-message.ts';

/** The facts about an error in a line of the log. */
export interface ErrorFacts {
  /** Absent for an error without a code. */
  readonly code?: string;
  readonly error: string;
  /** The next step for an operator, if the error has one. */
  readonly help?: string;
}

/** Returns the message of an error, with its code and its help if it has them. It never throws. */
export function errorFacts(error: unknown): ErrorFacts {
  const code = textOf(error, 'code');
  const help = textOf(error, 'help');
  return {
    ...(code !== undefined && { code }),
    error: errorMessage(error),
    ...(help !== undefined && { help }),
  };
}

/** Returns a member of a thrown value if it is a text. Its getter, or the proxy in front of it, may throw. */
function textOf(error: unknown, name: 'code' | 'help'): string | undefined {
  try {
    const value = (error as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
