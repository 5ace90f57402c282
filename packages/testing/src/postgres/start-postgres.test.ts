import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startPostgres } from './start-postgres.ts';

/** Whether something takes connections there. */
async function answers(port: number): Promise<boolean> {
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

it('runs a server until it is stopped', async () => {
  const server = await startPostgres({ user: 'the owner', password: 'p@ss/word' });
  expect(await answers(server.port)).toBe(true);
  expect(new URL(server.connectionString)).toMatchObject({
    username: 'the%20owner',
    password: 'p%40ss%2Fword',
    host: `127.0.0.1:${server.port}`,
  });
  await server.stop();
  await server.stop();
  expect(await answers(server.port)).toBe(false);
});

it('says what the server complains about', async () => {
  await expect(startPostgres({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/shared_buffers/);
});
