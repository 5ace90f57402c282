import { expect, it } from 'vitest';
import { withinResponseLimit } from './response-limit.ts';

const MIB = 1024 * 1024;

/** A socket that has received bytes, and the work of a driver on it, which ends when the socket is destroyed. */
function connection() {
  const ended = Promise.withResolvers<never>();
  const socket = { bytesRead: 100 * MIB, destroy: (error?: Error) => ended.reject(error) as unknown as never };
  return { socket, ended: ended.promise };
}

it('closes the connection when the server sends too much during the work', async () => {
  const { socket, ended } = connection();
  const work = withinResponseLimit(socket, () => {
    socket.bytesRead += 33 * MIB;
    return ended;
  });
  await expect(work).rejects.toMatchObject({ failureClass: 'network', message: expect.stringContaining('32 MiB') });
});

it('counts only the bytes that arrive during the work', async () => {
  const { socket } = connection();
  expect(await withinResponseLimit(socket, async () => 'rows')).toBe('rows');
});

it('passes on the error of the work', async () => {
  const { socket } = connection();
  const failure = new Error('refused');
  await expect(withinResponseLimit(socket, () => Promise.reject(failure))).rejects.toBe(failure);
});
