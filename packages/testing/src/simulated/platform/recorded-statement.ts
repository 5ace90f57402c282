import type { Actor, OperationChange } from '@portcullis/plugin-api';

/** A statement as a simulated platform received it. */
export interface RecordedStatement {
  /** The position among all statements of the platform, from 1. Role switches are not counted. */
  readonly number: number;
  /** `administrator` for the statements of a script. */
  readonly actor: Actor | 'administrator';
  readonly stage: string;
  /** The acting role, or null for the initial role of the session. */
  readonly role: string | null;
  readonly server: string;
  /** The canonical text, as in plan, script and journal. */
  readonly text: string;
  /**
   * The sent text with its secrets, for tests that search for leaks; for a command or a call, the sent data as JSON.
   */
  readonly revealed: string;
  /** The change that it belongs to, or null if an administrator ran it. */
  readonly change: OperationChange | null;
  /** `lost`: the response never arrived, whether the statement took effect or not. */
  readonly outcome: 'running' | 'done' | 'failed' | 'lost';
}
