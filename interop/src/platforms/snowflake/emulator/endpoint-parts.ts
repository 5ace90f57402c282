import type { Faults } from './faults.ts';
import type { AccountSession, Rows } from './session.ts';
import type { SignIn } from './sign-in.ts';

/** The parts that both kinds of endpoints share. */
export interface EndpointParts {
  readonly signIn: SignIn;
  readonly faults: Faults;
  /** The applications that named themselves at a sign-in. */
  readonly applications: string[];
  /** The seconds after which statements were to be ended by the server. */
  readonly timeouts: unknown[];
  runStatement(text: string, session: AccountSession): Rows;
}
