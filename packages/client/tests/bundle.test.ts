import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../src');

/** Returns the minified bundle of a page with this code. */
async function bundleOf(code: string): Promise<string> {
  const entry = '\0page';
  await using build = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: { conditionNames: ['source', 'import', 'default'] },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual([]);
  return output[0].code;
}

const zipped = (code: string) => gzipSync(code).length;

describe('the bundled client', () => {
  it('contains only imported operations, and stays below 7 kB', async () => {
    const page = await bundleOf(`
      import { createPortcullisClient, listIntegrations } from ${JSON.stringify(join(source, 'index.ts'))};
      console.log(await listIntegrations({ client: createPortcullisClient({ baseUrl: location.href, token: '' }) }));
    `);
    expect(page).toContain('/integrations');
    expect(page).not.toContain('/webhooks');
    expect(page).not.toContain('webhook-signature');
    expect(zipped(page)).toBeLessThan(7 * 1024);
  });

  it('contains every operation in less than 9 kB', async () => {
    const page = await bundleOf(`
      import * as client from ${JSON.stringify(join(source, 'index.ts'))};
      console.log(client);
    `);
    expect(page).toContain('/webhooks');
    expect(zipped(page)).toBeLessThan(9 * 1024);
  });

  it('verifies webhooks in less than 6 kB, without the client', async () => {
    const page = await bundleOf(`
      import { verifyWebhook } from ${JSON.stringify(join(source, 'webhooks.ts'))};
      console.log(verifyWebhook(globalThis.delivery));
    `);
    expect(page).not.toContain('/integrations');
    expect(zipped(page)).toBeLessThan(6 * 1024);
  });
});
