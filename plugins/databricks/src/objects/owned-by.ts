import type { ManagedObject, Sql } from '@portcullis/plugin-api';

/**
 * Returns the parts that keep an object with its owner: where another service principal takes over, it is handed on. A
 * token alone does not name its principal, and then nothing is compared.
 */
export function ownedBy(owner: string | undefined, handOver: Sql): Pick<ManagedObject, 'alter' | 'desired'> {
  return {
    alter: ({ owner: earlier }) => (earlier === owner ? [] : [{ text: handOver }]),
    ...(owner === undefined ? {} : { desired: { owner } }),
  };
}
