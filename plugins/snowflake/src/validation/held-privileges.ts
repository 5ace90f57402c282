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

/** Maximum number of roles that are read: each requires a query. */
const MAX_ROLES = 200;

/** The result of a search for privileges. */
export interface HeldPrivileges {
  /** The privileges of the role and of the inherited roles that were read. */
  readonly held: readonly HeldPrivilege[];
  /** False if the role inherits from more roles than were read. */
  readonly isComplete: boolean;
}

/** Returns the roles as which the user of a session may act. Source: "CURRENT_AVAILABLE_ROLES". */
export async function availableRoles(session: SnowflakeSession, signal: AbortSignal): Promise<readonly string[]> {
  const [row] = await session.query(sql`SELECT CURRENT_AVAILABLE_ROLES() AS ROLES`, { signal });
  return (JSON.parse(String(row?.ROLES ?? '[]')) as unknown[]).map(String);
}

/**
 * Reads the privileges of a role and of the roles that it inherits from, nearest first, until they are enough. Source: "SHOW
 * GRANTS".
 */
export async function heldPrivileges(
  session: SnowflakeSession,
  role: string,
  isEnough: (held: readonly HeldPrivilege[]) => boolean,
  signal: AbortSignal,
): Promise<HeldPrivileges> {
  const held: HeldPrivilege[] = [];
  const roles = new Set([role]);
  let read = 0;
  // The iteration of a set includes elements that are added during it.
  for (const each of roles) {
    if (read === MAX_ROLES) return { held, isComplete: false };
    read += 1;
    for (const grant of await session.query(sql`SHOW GRANTS TO ROLE ${ident(each)}`, { signal })) {
      const kind = String(grant.granted_on);
      const name = readPath(String(grant.name ?? '')).join('.');
      if (kind === 'ROLE' && grant.privilege === 'USAGE') roles.add(name);
      const on = kind === 'ACCOUNT' ? 'the account' : `${kind.toLowerCase()} ${name}`;
      held.push({ name: String(grant.privilege), on, withGrant: isYes(grant.grant_option) });
    }
    if (isEnough(held)) break;
  }
  return { held, isComplete: true };
}
