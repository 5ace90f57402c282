import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ROUTES } from '../src/routes/routes.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** The block of the README, which must equal the executed file. */
function expectBlock(name: string): void {
  const [, block] = new RegExp(`<!-- ${name} -->\n\`\`\`ts\n([\\s\\S]*?)\n\`\`\``).exec(readme) ?? [];
  expect(block).toBe(readFileSync(join(import.meta.dirname, `readme/${name}.ts`), 'utf8').trimEnd());
}

describe('the README', () => {
  it.each([
    ['express', () => import('./readme/express.ts')],
    ['koa', () => import('./readme/koa.ts')],
    ['fastify', () => import('./readme/fastify.ts')],
    ['hono', () => import('./readme/hono.ts')],
    ['node', () => import('./readme/node.ts')],
  ])('mounts the handler with %s as described', async (name, load) => {
    expectBlock(name);
    vi.stubEnv('PORT', '0');
    const server = (await load()).server as Server;
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const health = await fetch(`http://127.0.0.1:${port}/governance/healthz`);
    const elsewhere = await fetch(`http://127.0.0.1:${port}/elsewhere`);
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({ status: 'ok' });
    expect(elsewhere.status).toBe(404);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it('calls the handler as described', async () => {
    expectBlock('fetch');
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await import('./readme/fetch.ts');
    expect(printed.mock.calls).toEqual([[200, []]]);
  });

  it('lists every route with its permission', () => {
    const ACCESS = { open: 'no key', key: 'any key', admin: 'administrator' };
    const rows = [...readme.matchAll(/^\| `([A-Z]+ \/\S+)`\s+\| (\w+(?: \w+)?)\s+\|/gm)].map(([, route, caller]) => [
      route,
      caller,
    ]);
    const routes = ROUTES.map(({ method, path, access }) => [`${method} ${path}`, ACCESS[access]]);
    expect(rows.toSorted()).toEqual(routes.toSorted());
  });
});
