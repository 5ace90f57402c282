import { ident, type ManagedObject, type Sql } from '@portcullis/plugin-api';

/**
 * Returns the parts that maintain the owner of an object: with a new service principal, ownership is transferred. A
 * token alone does not name its principal, and then owners are not compared.
 *
 * @param owner - the name of the owner, if known.
 * @param grantee - the owner in a statement.
 * @param handOver - returns the statement that transfers the object to an owner.
 */
export function ownedBy(
  owner: string | undefined,
  grantee: Sql,
  handOver: (to: Sql) => Sql,
): Pick<ManagedObject, 'alter' | 'restore' | 'desired'> {
  return {
    alter: ({ owner: earlier }) => (earlier === owner ? [] : [{ text: handOver(grantee) }]),
    restore: ({ owner: former }) => (typeof former === 'string' ? [{ text: handOver(ident(former)) }] : undefined),
    ...(owner === undefined ? {} : { desired: { owner } }),
  };
}
