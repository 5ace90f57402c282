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
  runStatement(text: string, session: AccountSession): Rows;
}
