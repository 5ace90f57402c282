import { type Discovery, sql } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from './config/config-shapes.ts';
import type { SnowflakeSession } from './connection/snowflake-session.ts';
import { databaseName } from './names/object-names.ts';

/** The discovered facts of an account. */
export type SnowflakeFacts = {
  /** The locator that Snowflake assigned to the account. */
  readonly account: string;
  /** The region, such as `AWS_EU_CENTRAL_1`. */
  readonly region: string;
  readonly version: string;
};

/**
 * Finds the account of a host. A locator is unique within its region, and two hosts may lead to one account. Sources:
 * "CURRENT_ACCOUNT", "CURRENT_REGION".
 */
export async function discover(
  session: SnowflakeSession,
  { config, signal }: { readonly config: SnowflakeConfig; readonly signal: AbortSignal },
): Promise<Discovery<SnowflakeFacts>> {
  const [row] = await session.query(
    sql`SELECT CURRENT_ACCOUNT() AS ACCOUNT, CURRENT_REGION() AS REGION, CURRENT_VERSION() AS VERSION`,
    { signal },
  );
  const facts = {
    account: String(row?.ACCOUNT ?? ''),
    region: String(row?.REGION ?? ''),
    version: String(row?.VERSION ?? ''),
  };
  return { facts, identity: [facts.region, facts.account, databaseName(config)] };
}
