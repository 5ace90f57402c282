import type { Random } from '../../ports/random.ts';
import type { StoreOperations } from '../../ports/store/store.ts';

/** The random, persistent id of this instance: part of every mark. The first node to open the store decides it. */
export async function readInstanceId(store: StoreOperations, random: Random): Promise<string> {
  await store.insertAbsent('meta', [{ name: 'instance-id', value: Buffer.from(random.bytes(8)).toString('hex') }]);
  const [row] = await store.find('meta', { where: { name: 'instance-id' } });
  return String(row?.value);
}
