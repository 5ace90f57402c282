import { expect, it } from 'vitest';
import { SAMPLES } from '../src/samples.ts';
import { scriptedDriver } from './support/scripted-driver.ts';
import { environment } from './support/test-environment.ts';

it('signs the service in with the generated password', async () => {
  const driver = scriptedDriver();
  const { connect } = environment({ plugin: { driver: driver.load } });
  const session = await connect({ actor: 'service', secrets: { servicePassword: 'made by the library' } });
  await session.close();
  expect(driver.connections).toEqual([
    expect.objectContaining({ user: 'governance_service', password: 'made by the library' }),
  ]);
});

it('reports missing credentials', async () => {
  const { connect } = environment({ plugin: { driver: scriptedDriver().load } });
  await expect(connect({ actor: 'service' })).rejects.toMatchObject({ failureClass: 'credentials' });
});

it('sends no request after the caller has aborted', async () => {
  const driver = scriptedDriver();
  const { connect } = environment({ plugin: { driver: driver.load } });
  await expect(
    connect({ actor: 'service', secrets: { servicePassword: 'x' }, signal: AbortSignal.abort() }),
  ).rejects.toThrow();
  expect(driver.connections).toEqual([]);
});

it('signs in with a password', async () => {
  const driver = scriptedDriver();
  await environment({ plugin: { driver: driver.load }, config: SAMPLES.password }).connect();
  const { username: user, password } = SAMPLES.password;
  expect(driver.connections).toEqual([
    expect.objectContaining({ user, password, ssl: { rejectUnauthorized: true, verifyIdentity: true } }),
  ]);
});

it('does not connect to a host name that resolves to this machine', async () => {
  // The real driver: it requests a socket, which makes no connection.
  const { connect, config } = environment();
  const request = {
    actor: 'service',
    secrets: { servicePassword: 'x' },
    config: { ...config, host: '127.0.0.1' },
  } as const;
  await expect(connect(request)).rejects.toMatchObject({ failureClass: 'invalid-input' });
});
