import dns from 'node:dns';
import { Socket } from 'node:net';
import { definitionOf } from '@portcullis/plugin-api';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { redshift } from '../../src/index.ts';
import { SAMPLES } from '../../src/samples.ts';
import { quiet } from '../support/test-environment.ts';
import { type Federation, startFederation, userWith } from './start-federation.ts';

let federation: Federation;
beforeAll(async () => {
  federation = await startFederation();
  federation.users.set('service@example.com', userWith());
});
afterAll(() => federation.stop());
afterEach(() => vi.restoreAllMocks());

/** Records the host and port of every connection of this process, and the name of every look-up. Only loopback is reached. */
function recordNetwork(): string[] {
  const recorded: string[] = [];
  const connect = Socket.prototype.connect as (...parameters: unknown[]) => Socket;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...parameters: unknown[]) {
    const [options] = parameters.flat() as { host?: string; port?: number; path?: string }[];
    recorded.push(options?.path ?? `${options?.host}:${options?.port}`);
    if (options?.host === '127.0.0.1') return connect.apply(this, parameters);
    process.nextTick(() => this.destroy(new Error('No packet leaves this machine.')));
    return this;
  } as never);
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string) => recorded.push(`look-up of ${name}`)) as never);
  return recorded;
}

it.each([
  ['a cluster', SAMPLES[2]],
  ['a workgroup', SAMPLES[3]],
])('a sign-in through Okta to %s contacts Okta, AWS and the database only', async (_name, sample = {}) => {
  const recorded = recordNetwork();
  const definition = definitionOf(redshift({ endpoints: federation.endpoints }));
  const config = definition.config.parse(sample);
  const connection = definition.connect?.({
    config,
    stage: 'initial',
    actor: 'setup',
    mode: 'automatic',
    facts: {},
    secrets: {},
    signal: new AbortController().signal,
    deadlineMs: 20_000,
    logger: quiet,
  });
  await expect(connection).rejects.toThrow();
  const { host } = config as { readonly host: string };
  const services = new Set(Object.values<string>({ ...federation.endpoints }).map((address) => new URL(address).host));
  expect(new Set(recorded)).toEqual(new Set([...services, `${host}:5439`]));
});
