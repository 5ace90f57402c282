/** Two cells in one process. A tenant moves from one to the other while notifications are published and delivered. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { startReceiver } from '@portcullis/example-shared';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { createCells } from './create-cells.ts';
import { openDirectory } from './directory.ts';
import { publishTo, register, type Tally } from './publish.ts';

const TENANTS = ['acme', 'bolt', 'crate'];
const PER_SECOND = 100;
const SECONDS = 6;
/** Milliseconds after which a delivery that has not arrived counts as lost. */
const DEADLINE_MS = 30_000;

const folder = await mkdtemp(join(tmpdir(), 'portcullis-cells-'));
const tally: Tally = new Map();
const receiver = await startReceiver({
  port: 0,
  secret: `whsec_${randomBytes(32).toString('base64')}`,
  onDelivery: ({ id }) => tally.set(id, (tally.get(id) ?? 0) + 1),
});
const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': randomBytes(32) } });
const cells = await Promise.all(
  ['one', 'two'].map(async (name, index) => ({
    name,
    portcullis: await createPortcullis({
      plugins: [],
      // Every database has a unique number.
      store: createSqliteStore({ file: join(folder, `${name}.db`), cell: index + 1 }),
      secretKeys,
      webhooks: { allow: [receiver.allow] },
    }),
  })),
);
const directory = openDirectory(join(folder, 'directory.db'));
const host = createCells({ cells, directory, authenticate: async () => undefined });
await host.finishMoves();

for (const tenant of TENANTS) {
  await host.create(tenant, 'one');
  await register(cells[0]?.portcullis.tenant(tenant), receiver);
}
console.log(`Publishing ${PER_SECOND} notifications a second to each of ${TENANTS.join(', ')}, all in the cell "one".`);
const published = TENANTS.map((tenant) => publishTo(host, tenant, { perSecond: PER_SECOND, seconds: SECONDS }));
await sleep((SECONDS * 1000) / 3);
const start = performance.now();
await host.move('acme', 'two');
console.log(`Moved acme to the cell "two" in ${Math.round(performance.now() - start)} ms.`);
const counts = await Promise.all(published);
const sent = counts.reduce((sum, { published: count }) => sum + count, 0);
for (let waited = 0; tally.size < sent && waited < DEADLINE_MS; waited += 50) await sleep(50);

const repeated = [...tally.values()].filter((count) => count > 1).length;
const [acme] = counts;
console.log(`Published ${sent}, received ${tally.size}, ${repeated} of them more than once.`);
console.log(`The longest publication of acme took ${Math.round(acme?.longestMs ?? 0)} ms: it waited for the move.`);
for (const { name, portcullis } of cells) {
  const { tenants } = await portcullis.tenants.list();
  console.log(`Tenants in the cell "${name}": ${tenants.map(({ id }) => id).join(', ')}.`);
}

for (const { portcullis } of cells) await portcullis.close();
directory.close();
await receiver.close();
await rm(folder, { recursive: true, force: true });
process.exitCode = tally.size === sent ? 0 : 1;
