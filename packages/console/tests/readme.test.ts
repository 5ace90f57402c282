import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

// The site is built from its sources first, which is slow on a busy machine.
it('is mounted as the README describes', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, block] = /<!-- console -->\n```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
  expect(block).toBe(readFileSync(join(import.meta.dirname, 'readme/console.ts'), 'utf8').trimEnd());

  vi.stubEnv('PORT', '0');
  const { server } = await import('./readme/console.ts');
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const page = await fetch(`http://127.0.0.1:${port}/governance/console`);
  expect(page.url).toMatch(/\/governance\/console\/$/);
  const [, script = ''] = /src="(\.\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
  const loaded = await fetch(new URL(script, page.url));
  expect(loaded.status).toBe(200);
  expect(loaded.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
