import { ident, type ManagedObject, type Sql } from '@portcullis/plugin-api';

/**
 * Returns the parts that keep an object with its owner: where another service principal takes over, it is handed on. A
 * token alone does not name its principal, and then nothing is compared.
 *
 * @param owner - the name of the owner, where it is known.
 * @param grantee - the owner in a statement.
 * @param handOver - makes the statement that gives the object to an owner.
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
