import type { Session } from '@portcullis/plugin-api';

/** An open connection, with commands for observations and tests. */
export interface PlatformSession extends Session {
  /** Sends a command and returns its reply. */
  send(command: readonly string[], options: { readonly signal: AbortSignal }): Promise<unknown>;
}
