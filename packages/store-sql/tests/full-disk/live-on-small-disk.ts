import { join } from 'node:path';
import { createSqliteStore } from '../../src/sqlite.ts';
import { liveThroughFullDisk } from './live-through.ts';
import { mountSmallDisk } from './mount-small-disk.ts';

// A process in its own namespace: it prints the result of a run on a full disk.
const [folder = ''] = process.argv.slice(2);
const disk = mountSmallDisk(folder, 8);
const account = await liveThroughFullDisk({
  store: () => createSqliteStore({ file: join(folder, 'store.sqlite') }),
  fill: disk.fill,
  free: async () => disk.free(),
});
process.stdout.write(JSON.stringify(account));
