import { literal, sql } from '@portcullis/plugin-api';
import type { SynapseSession } from '../connection/synapse-session.ts';
import { quoteIdentifier } from '../dialect/quote-identifier.ts';

/** An object on which privileges are granted: the database of a session, or a schema or a role in it. */
export type PrivilegeSecurable =
  | { readonly kind: 'DATABASE' }
  | { readonly kind: 'SCHEMA' | 'ROLE'; readonly name: string };

/**
 * Returns the effective privileges of the signed-in user on a securable: none if it does not exist. Sources:
 * Transact-SQL reference, "sys.fn_my_permissions", and "HAS_PERMS_BY_NAME", which a dedicated pool does not have.
 */
export async function effectivePrivileges(
  session: SynapseSession,
  securable: PrivilegeSecurable,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  // A name would be read as one of several parts if it contains a period.
  const name = securable.kind === 'DATABASE' ? sql`NULL` : literal(quoteIdentifier([securable.name]));
  const rows = await session.query(
    sql`SELECT held.permission_name AS privilege FROM sys.fn_my_permissions(${name}, ${literal(securable.kind)}) AS held`,
    { signal },
  );
  return new Set(rows.map(({ privilege }) => String(privilege).trim()));
}
