import type { Faults } from './faults.ts';
import type { AccountSession, Rows } from './session.ts';
import type { SignIn } from './sign-in.ts';

/** The parts that both kinds of endpoints share. */
export interface EndpointParts {
  readonly signIn: SignIn;
  readonly faults: Faults;
  /** The applications that identified themselves at a sign-in. */
  readonly applications: string[];
  /** The requested statement timeouts, in seconds. */
  readonly timeouts: unknown[];
  /** The HTTP statuses of the next responses to requests for the outcome of a statement, by its beginning. */
  readonly pollRefusals: Map<string, readonly number[]>;
  runStatement(text: string, session: AccountSession): Rows;
}
