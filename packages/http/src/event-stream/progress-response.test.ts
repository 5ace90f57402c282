import { describe, expect, it } from 'vitest';
import { ADMIN_KEY, createFakePortcullis } from '../../tests/support/fake-portcullis.ts';
import { createFakeProgress } from '../../tests/support/fake-progress.ts';
import { createHttpHandler } from '../create-http-handler.ts';

const snapshot = { event: 'snapshot', id: '3.end', data: { integrationId: 7, status: 'disabled' } } as const;

/** Follows an integration that has ended, after an event that was not its last one. */
async function follow(method: 'GET' | 'HEAD') {
  const progress = createFakeProgress();
  progress.emit(snapshot);
  const { portcullis } = createFakePortcullis({
    integrations: { follow: async () => progress.events, status: async (_context, id) => ({ id, status: 'disabled' }) },
  });
  const headers = { authorization: ADMIN_KEY, accept: 'text/event-stream', 'last-event-id': '3.4' };
  const request = new Request('http://localhost/integrations/7/operations', { method, headers });
  return { progress, response: await createHttpHandler(portcullis)(request) };
}

describe('the rest of the events of an ended integration', () => {
  it('is no longer followed for a client that has disconnected', async () => {
    const { progress, response } = await follow('GET');
    expect(response.status).toBe(200);
    await response.body?.cancel();
    await progress.left;
  });

  it('is no longer followed for a client that disconnects after the first event', async () => {
    const { progress, response } = await follow('GET');
    const reader = response.body?.getReader();
    await reader?.read();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('id: 3.end');
    await reader?.cancel();
    await progress.left;
  });

  it('is not followed for a HEAD request', async () => {
    const { progress, response } = await follow('HEAD');
    expect(response.status).toBe(200);
    await progress.left;
  });
});
