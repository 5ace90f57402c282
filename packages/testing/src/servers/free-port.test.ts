import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { freePort } from './free-port.ts';

afterEach(() => vi.restoreAllMocks());

it('returns a port on which a server can listen, below the range that systems give to connections', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  expect(port).toBeLessThan(32_768);
});

it('does not return a port that is taken', async () => {
  const taken = await freePort();
  const server = createServer().listen(taken, '127.0.0.1');
  await once(server, 'listening');
  const share = (taken - 20_000) / 12_000;
  vi.spyOn(Math, 'random').mockReturnValueOnce(share).mockReturnValueOnce(share);
  const other = await freePort();
  server.close();
  expect(other).not.toBe(taken);
});
