import { randomBytes } from 'node:crypto';
import {
  APPLICATION_ADMIN,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type Principal,
} from '@portcullis/core';
import { createFakeClock, createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import express from 'express';
import { expect, it } from 'vitest';
import { createHttpHandler } from '../src/create-http-handler.ts';
import { portcullisExpress } from '../src/mounts/portcullis-express.ts';
import { connectEvents } from './support/event-source.ts';
import { listen } from './support/loopback.ts';

const MINUTE_MS = 60_000;
const PATH = '/integrations/1/operations';
const ADA: Principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };

/** A host with one integration whose administrators may also use a session of the host. */
async function startHost() {
  const platform = createSimulatedPlatform();
  const clock = createFakeClock();
  const portcullis = await createPortcullis({
    plugins: [simulatedPlugin(platform)],
    store: createMemoryStore(),
    clock,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
  });
  const sessions = new Map<string, Principal>([['s1', ADA]]);
  const authenticate = async (request: Request) => {
    const value = request.headers.get('authorization') ?? '';
    return sessions.get(value) ?? portcullis.apiKeys.authenticate(value);
  };
  await portcullis.integrations.create(
    { principal: ADA },
    { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG },
  );
  await portcullis.integrations.whenIdle(1);
  const byKey = await listen(express().use(portcullisExpress(createHttpHandler(portcullis))));
  const byHost = await listen(express().use(portcullisExpress(createHttpHandler(portcullis, { authenticate }))));
  return {
    clock,
    portcullis,
    sessions,
    byKey,
    byHost,
    async [Symbol.asyncDispose]() {
      await byKey[Symbol.asyncDispose]();
      await byHost[Symbol.asyncDispose]();
      await portcullis.close();
    },
  };
}

it('a stream ends after its key, session or permission has ended; other streams continue', async () => {
  await using host = await startHost();
  const { clock, portcullis, sessions } = host;
  const issue = (expiresAt?: Date) =>
    portcullis.apiKeys.issue({ name: 'k', principal: ADA, ...(expiresAt ? { expiresAt } : {}) });
  const revoked = await issue();
  const expiring = await issue(new Date(clock.now() + MINUTE_MS));
  const lasting = await issue();
  const follow = async (port: number, authorization: string) => {
    const stream = await connectEvents(port, PATH, { authorization });
    expect(await stream.next()).toMatchObject({ event: 'snapshot' });
    return stream;
  };
  const parent = (await portcullis.apiKeys.authenticate(revoked.key)) as Principal;
  const issued = await portcullis.apiKeys.create({ principal: parent }, { name: 'issued' });
  const streams = {
    revoked: await follow(host.byKey.port, revoked.key),
    issued: await follow(host.byKey.port, issued.key),
    expiring: await follow(host.byKey.port, expiring.key),
    session: await follow(host.byHost.port, 's1'),
    lasting: await follow(host.byKey.port, lasting.key),
  };
  let isLastingEnded = false;
  const lastingEnd = streams.lasting.rest().finally(() => {
    isLastingEnded = true;
  });
  await portcullis.apiKeys.revoke({ principal: ADA }, revoked.id);
  sessions.set('s1', { ...ADA, permissions: [] });
  clock.advance(MINUTE_MS);
  for (const name of ['revoked', 'issued', 'expiring', 'session'] as const)
    expect(await streams[name].rest()).toEqual([]);
  expect(isLastingEnded).toBe(false);
  streams.lasting.outgoing.destroy();
  await lastingEnd.catch(() => undefined);
});
