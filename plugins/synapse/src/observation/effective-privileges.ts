import { literal, sql } from '@portcullis/plugin-api';
import type { SynapseSession } from '../connection/synapse-session.ts';
import { quoteIdentifier } from '../dialect/quote-identifier.ts';

/** The database of a session, or a schema or a role in it. */
export type PrivilegePlace =
  | { readonly kind: 'DATABASE' }
  | { readonly kind: 'SCHEMA' | 'ROLE'; readonly name: string };

/**
 * Returns the effective privileges of the signed-in user on a place: none on one that does not exist. Sources:
 * Transact-SQL reference, "sys.fn_my_permissions", and "HAS_PERMS_BY_NAME", which a dedicated pool does not have.
 */
export async function effectivePrivileges(
  session: SynapseSession,
  place: PrivilegePlace,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  // A name would be read as one of several parts if it contains a period.
  const name = place.kind === 'DATABASE' ? sql`NULL` : literal(quoteIdentifier([place.name]));
  const rows = await session.query(
    sql`SELECT held.permission_name AS privilege FROM sys.fn_my_permissions(${name}, ${literal(place.kind)}) AS held`,
    { signal },
  );
  return new Set(rows.map(({ privilege }) => String(privilege).trim()));
}
