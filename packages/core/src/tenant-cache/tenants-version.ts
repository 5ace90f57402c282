import { ALL_TENANTS, type AllTenantsOperations, DEFAULT_TENANT, type StoreTransaction } from '../ports/store/store.ts';

const NAME = 'tenants-version';

/**
 * Marks what nodes have cached of tenants as outdated. Call it, after all locks, in every transaction that changes the state, the
 * limits or the settings of a tenant, and at the end of its removal; the transaction waits for others that do the same. A new
 * tenant needs no call, because nodes cache no state and no limits of tenants that do not exist.
 */
export async function bumpTenantsVersion(transaction: StoreTransaction): Promise<void> {
  const ofInstance = transaction[ALL_TENANTS].scoped(DEFAULT_TENANT);
  const read = async () => (await ofInstance.find('meta', { where: { name: NAME }, lock: 'update' }))[0];
  let row = await read();
  if (!row) {
    await ofInstance.insertAbsent('meta', [{ name: NAME, value: 0 }]);
    row = await read();
  }
  await ofInstance.update('meta', { name: NAME }, { value: Number(row?.value) + 1 });
}

/** Reads the version of all tenants, which grows with every change of one of them. */
export async function readTenantsVersion(operations: Pick<AllTenantsOperations, 'find'>): Promise<number> {
  const [row] = await operations.find('meta', { where: { tenant: DEFAULT_TENANT, name: NAME } });
  return Number(row?.value ?? 0);
}
