import { expect, it } from 'vitest';
import { createReceiver } from './create-receiver.ts';

it('records requests with their exact bytes, and sends the configured response', async () => {
  await using receiver = await createReceiver();
  const first = await fetch(`${receiver.url}/a?b=1`, { method: 'POST', body: 'x y', headers: { 'X-Test': '1' } });
  receiver.respond((_request, response) => response.writeHead(503).end('no'));
  const second = await fetch(receiver.url, { method: 'POST', body: 'z' });
  const requests = await receiver.received(2);
  expect(first.status).toBe(200);
  expect(second.status).toBe(503);
  expect(await second.text()).toBe('no');
  expect(requests[0]).toMatchObject({ method: 'POST', path: '/a?b=1', headers: { 'x-test': '1' } });
  expect(requests.map(({ body }) => body.toString())).toEqual(['x y', 'z']);
  expect(receiver.connections).toBeGreaterThan(0);
});
