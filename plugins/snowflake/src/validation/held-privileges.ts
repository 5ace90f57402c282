import { ident, sql } from '@portcullis/plugin-api';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import { isYes } from '../connection/snowflake-session.ts';
import { readPath } from '../names/identifier.ts';

/** A privilege that a role has, directly or through an inherited role. */
export interface HeldPrivilege {
  readonly name: string;
  /** For messages: `the account`, `warehouse WH`. */
  readonly on: string;
  readonly withGrant: boolean;
}

/** Maximum number of visited roles. */
const MAX_ROLES = 200;

/**
 * Returns the roles as which the user of a session may act, and the privileges of one of them. Sources:
 * "CURRENT_AVAILABLE_ROLES", "SHOW GRANTS".
 */
export async function heldPrivileges(
  session: SnowflakeSession,
  role: string,
  signal: AbortSignal,
): Promise<{ readonly available: readonly string[]; readonly held: readonly HeldPrivilege[] }> {
  const [row] = await session.query(sql`SELECT CURRENT_AVAILABLE_ROLES() AS ROLES`, { signal });
  const available = (JSON.parse(String(row?.ROLES ?? '[]')) as unknown[]).map(String);
  const held: HeldPrivilege[] = [];
  const roles = new Set([role]);
  // The iteration of a set includes elements that are added during it.
  for (const each of roles) {
    if (roles.size > MAX_ROLES) break;
    for (const grant of await session.query(sql`SHOW GRANTS TO ROLE ${ident(each)}`, { signal })) {
      const kind = String(grant.granted_on);
      const name = readPath(String(grant.name ?? '')).join('.');
      if (kind === 'ROLE' && grant.privilege === 'USAGE') roles.add(name);
      const on = kind === 'ACCOUNT' ? 'the account' : `${kind.toLowerCase()} ${name}`;
      held.push({ name: String(grant.privilege), on, withGrant: isYes(grant.grant_option) });
    }
  }
  return { available, held };
}
