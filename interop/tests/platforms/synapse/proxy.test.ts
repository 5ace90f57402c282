import { createProxy, type TestProxy } from '@portcullis/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMINISTRATOR } from '../../../src/platforms/synapse/emulator/emulator.ts';
import { type SynapseEnvironment, startEnvironment } from '../../../src/platforms/synapse/test-environment.ts';

let environment: SynapseEnvironment | undefined;
let proxy: TestProxy | undefined;
afterEach(async () => {
  await environment?.close();
  await proxy?.close();
});

describe('an integration behind a proxy', () => {
  it.each(['verified', 'strict'] as const)(
    'uses only tunnels from set-up to removal, encrypted as %s',
    async (encryption) => {
      proxy = await createProxy();
      const url = proxy.url.replace('//', '//ada:s3cret@');
      environment = await startEnvironment({ plugin: { encryption, proxy: url } });
      const empty = environment.emulator.fingerprint();
      const id = await environment.create(environment.body(true));
      expect((await environment.status(id)).status).toBe('enabled');
      await environment.remove(id, { username: ADMINISTRATOR.userName, password: ADMINISTRATOR.password });
      expect((await environment.status(id)).status).toBe('deleted');
      expect(environment.emulator.fingerprint()).toBe(empty);
      expect(proxy.asked.length).toBeGreaterThan(2);
      expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(
        new Set([`localhost:${environment.emulator.port}`]),
      );
      expect(environment.log.join('\n')).not.toContain('s3cret');
    },
  );

  it.each([
    [407, 'The proxy requires a user name and a password.'],
    [403, 'The proxy responded with HTTP 403.'],
  ])('that refuses with %i fails the first test with this cause only', async (refuse, message) => {
    proxy = await createProxy({ refuse });
    environment = await startEnvironment({ plugin: { proxy: proxy.url } });
    const result = await environment.test(environment.body(true), 'basic-connection');
    expect(result).toMatchObject({
      status: 'failed',
      failureClass: 'network',
      message: expect.stringContaining(message),
    });
  });

  it('that is unreachable fails the first test, which names the proxy', async () => {
    proxy = await createProxy();
    environment = await startEnvironment({ plugin: { proxy: proxy.url } });
    await proxy.close();
    const result = await environment.test(environment.body(true), 'basic-connection');
    expect(result).toMatchObject({ status: 'failed', failureClass: 'network' });
    expect(result?.message).toContain('The proxy could not be reached.');
  });
});
