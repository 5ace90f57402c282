import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from '../../tests/support/loopback.ts';
import { discardRest } from './discard-rest.ts';

const DISCARD_MS = 100;

/** A host that responds without reading bodies. */
const startHost = () =>
  listen((request, response) => {
    response.writeHead(401).end('refused');
    discardRest(request, DISCARD_MS);
  });

it('closes the connection of a client whose body does not end, after the response', async () => {
  await using host = await startHost();
  const socket = connect(host.port, '127.0.0.1').setEncoding('utf8');
  // The host closes first, so a byte may reach a closed connection.
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n');
  const trickle = setInterval(() => socket.write(' '), DISCARD_MS / 10);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const [response] = await once(socket, 'data');
  expect(response).toContain('refused');
  await closed;
  clearInterval(trickle);
});

it('keeps the connection of a client whose body ends', async () => {
  await using host = await startHost();
  const sending = { chunks: ['x'.repeat(200_000), 'y'] };
  const first = await host.send('POST /', sending);
  await new Promise((resolve) => setTimeout(resolve, 2 * DISCARD_MS));
  expect((await host.send('POST /', sending)).localPort).toBe(first.localPort);
});
