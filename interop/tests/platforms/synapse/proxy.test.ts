import { createProxy, type TestProxy } from '@portcullis/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ADMINISTRATOR } from '../../../src/platforms/synapse/emulator/emulator.ts';
import { startTrial, type Trial } from '../../../src/platforms/synapse/test-environment.ts';

vi.setConfig({ testTimeout: 60_000 });

let trial: Trial | undefined;
let proxy: TestProxy | undefined;
afterEach(async () => {
  await trial?.close();
  await proxy?.close();
});

describe('behind a proxy', () => {
  it.each(['verified', 'strict'] as const)('a life goes through tunnels alone, encrypted as %s', async (encryption) => {
    proxy = await createProxy();
    const url = proxy.url.replace('//', '//ada:s3cret@');
    trial = await startTrial({ plugin: { encryption, proxy: url } });
    const empty = trial.emulator.fingerprint();
    const id = await trial.create(trial.body(true));
    expect((await trial.status(id)).status).toBe('enabled');
    await trial.remove(id, { username: ADMINISTRATOR.userName, password: ADMINISTRATOR.password });
    expect((await trial.status(id)).status).toBe('deleted');
    expect(trial.emulator.fingerprint()).toBe(empty);
    expect(proxy.asked.length).toBeGreaterThan(2);
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set([`localhost:${trial.emulator.port}`]));
    expect(trial.log.join('\n')).not.toContain('s3cret');
  });

  it.each([
    [407, 'The proxy asks for a user and a password.'],
    [403, 'The proxy answered with HTTP 403.'],
  ])('that refuses with %i, the first test says so, and nothing of the platform', async (refuse, message) => {
    proxy = await createProxy({ refuse });
    trial = await startTrial({ plugin: { proxy: proxy.url } });
    const result = await trial.test(trial.body(true), 'basic-connection');
    expect(result).toMatchObject({
      status: 'failed',
      failureClass: 'network',
      message: expect.stringContaining(message),
    });
  });

  it('that is not there, the first test says that it is the proxy', async () => {
    proxy = await createProxy();
    trial = await startTrial({ plugin: { proxy: proxy.url } });
    await proxy.close();
    const result = await trial.test(trial.body(true), 'basic-connection');
    expect(result).toMatchObject({ status: 'failed', failureClass: 'network' });
    expect(result?.message).toContain('The proxy could not be reached.');
  });
});
