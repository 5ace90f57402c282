import { type Discovery, sql } from '@portcullis/plugin-api';
import type { PlatformSession } from './connection/platform-session.ts';

/** Facts that the platform reports about itself and the config does not contain. They are stored with the integration. */
export type Facts = { readonly serverVersion: string };

/**
 * Finds the facts out. Runs once the gate tests have passed. MariaDB 10.11 and older give a server no identity of its own: two host
 * names that lead to one server cannot be told apart.
 */
export async function discover(
  session: PlatformSession,
  { signal }: { readonly signal: AbortSignal },
): Promise<Discovery<Facts>> {
  const [row] = await session.query(sql`SELECT VERSION() AS version`, { signal });
  return { facts: { serverVersion: String(row?.version) } };
}
