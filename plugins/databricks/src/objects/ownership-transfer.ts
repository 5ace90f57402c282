import { ident, type ManagedObject, type Sql } from '@portcullis/plugin-api';

/**
 * Returns the parts of a managed object that maintain its owner: a new service principal becomes the owner. A token alone
 * does not name its principal, and then owners are not compared.
 *
 * @param owner - the name of the owner, if known.
 * @param grantee - the owner in a statement.
 * @param transferTo - returns the statement that transfers the object to an owner.
 */
export function ownershipTransfer(
  owner: string | undefined,
  grantee: Sql,
  transferTo: (to: Sql) => Sql,
): Pick<ManagedObject, 'alter' | 'restore' | 'desired'> {
  return {
    alter: ({ owner: earlier }) => (earlier === owner ? [] : [{ text: transferTo(grantee) }]),
    restore: ({ owner: former }) => (typeof former === 'string' ? [{ text: transferTo(ident(former)) }] : undefined),
    ...(owner === undefined ? {} : { desired: { owner } }),
  };
}
