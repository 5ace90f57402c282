import { type Discovery, sql } from '@portcullis/plugin-api';
import type { PlatformSession } from './connection/platform-session.ts';

/** The facts that the platform reports and the config does not contain. They are stored with the integration. */
export type Facts = { readonly serverVersion: string };

/** Reads the facts. Runs once the gate tests have passed. */
export async function discover(
  session: PlatformSession,
  { signal }: { readonly signal: AbortSignal },
): Promise<Discovery<Facts>> {
  const [row] = await session.query(sql`SELECT current_setting('server_version') AS version`, { signal });
  // If the platform has its own identity (an account locator, a cluster id), also return it as `identity`: two host
  // names may lead to one target.
  return { facts: { serverVersion: String(row?.version) } };
}
