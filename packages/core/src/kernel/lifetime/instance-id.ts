import type { Random } from '../../ports/random.ts';
import type { StoreOperations } from '../../ports/store/store.ts';

/**
 * Returns the random, persistent id of this instance, which is part of every mark. The first node that opens the store creates
 * it.
 */
export async function readInstanceId(store: StoreOperations, random: Random): Promise<string> {
  await store.insertAbsent('meta', [{ name: 'instance-id', value: Buffer.from(random.bytes(8)).toString('hex') }]);
  const [row] = await store.find('meta', { where: { name: 'instance-id' } });
  return String(row?.value);
}
