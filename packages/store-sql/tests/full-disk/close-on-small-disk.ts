import { join } from 'node:path';
import { sampleRow } from '@portcullis/testing';
import { createSqliteStore } from '../../src/sqlite.ts';
import { mountSmallDisk } from './mount-small-disk.ts';

// A process in its own namespace: it closes a store on a full disk, and prints how many rows exist after that.
const ROWS = 300;
const [folder = ''] = process.argv.slice(2);
const disk = mountSmallDisk(folder, 8);
const open = async () => {
  const store = createSqliteStore({ file: join(folder, 'store.sqlite') });
  await store.open();
  return store;
};
const store = await open();
// Statistics are only created for rows that were read.
await store.transaction(async (transaction) => {
  for (let seed = 0; seed < ROWS; seed += 1) {
    await transaction.insert('events', sampleRow('events', seed, { idempotencyKey: null }));
  }
});
await store.find('events', { where: { kind: 'tagCreated' } });
await disk.fill();
await store.close();
const anew = await open();
process.stdout.write(JSON.stringify(await anew.count('events', {})));
await anew.close();
