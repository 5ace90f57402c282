import { type Discovery, sql } from '@portcullis/plugin-api';
import type { PlatformSession } from './connection/platform-session.ts';

/** Facts that the platform reports about itself and the config does not contain. They are stored with the integration. */
export type Facts = { readonly serverVersion: string };

/**
 * Reads the facts. Runs once the gate tests have passed. In MariaDB 10.11 and older, a server has no identity: two
 * host names of one server cannot be recognised as the same.
 */
export async function discover(
  session: PlatformSession,
  { signal }: { readonly signal: AbortSignal },
): Promise<Discovery<Facts>> {
  const [row] = await session.query(sql`SELECT VERSION() AS version`, { signal });
  return { facts: { serverVersion: String(row?.version) } };
}
