import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { startPostgres } from './start-postgres.ts';

/** Returns whether a server accepts connections there. */
async function responds(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The identifier of a cluster from its initialisation: the first eight bytes of its control file. */
async function clusterIn(folder: string): Promise<Buffer> {
  return (await readFile(join(folder, 'data', 'global', 'pg_control'))).subarray(0, 8);
}

it('runs a server until it is stopped', async () => {
  const server = await startPostgres({ user: 'the owner', password: 'p@ss/word' });
  expect(await responds(server.port)).toBe(true);
  expect(new URL(server.connectionString)).toMatchObject({
    username: 'the%20owner',
    password: 'p%40ss%2Fword',
    host: `127.0.0.1:${server.port}`,
  });
  await server.stop();
  await server.stop();
  expect(await responds(server.port)).toBe(false);
});

it('reports the output of a server that does not start', async () => {
  await expect(startPostgres({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/shared_buffers/);
});

it('keeps its data in the given folder', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'kept-postgres-')), 'server');
  await chmod(dirname(folder), 0o755);
  const options = { folder, password: 'the same each time' };
  try {
    const first = await startPostgres(options);
    await first.stop();
    const cluster = await clusterIn(folder);
    const second = await startPostgres(options);
    expect(await responds(second.port)).toBe(true);
    await second.stop();
    expect(await clusterIn(folder)).toEqual(cluster);
  } finally {
    await rm(dirname(folder), { recursive: true, force: true });
  }
});

it.runIf(process.getuid?.() === 0)('rejects a folder that the account of the server cannot enter', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'closed-'));
  try {
    await expect(startPostgres({ folder: join(closed, 'server') })).rejects.toThrow(`cannot enter ${closed}`);
  } finally {
    await rm(closed, { recursive: true, force: true });
  }
});
