import { randomBytes } from 'node:crypto';
import {
  APPLICATION_ADMIN,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type Store,
} from '@portcullis/core';
import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { createHttpHandler } from '../src/create-http-handler.ts';
import { portcullisExpress } from '../src/mounts/portcullis-express.ts';
import { connectEvents, type ReceivedEvent } from './support/event-source.ts';
import { type LoopbackServer, listen } from './support/loopback.ts';

const body = { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG };
const change = { ...body, config: { ...SIMULATED_CONFIG, retentionDays: 60 } };
const PATH = '/governance/integrations/1/operations';

/** Returns the store as a store that several processes may share. */
function asShared(store: Store): Store {
  return {
    ...store,
    shared: true,
    scoped: (tenant) => ({ ...store.scoped(tenant), shared: true }),
    allTenants: { ...store.allTenants, shared: true },
  };
}

/** A node of a service. Nodes share store, platform and keys. */
function createService() {
  const store = createMemoryStore();
  const platform = createSimulatedPlatform();
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } });
  return {
    platform,
    async startNode() {
      const portcullis = await createPortcullis({
        plugins: [simulatedPlugin(platform)],
        store: asShared(store),
        secretKeys,
        integrations: { progressPollMs: 20 },
      });
      const issue = async (id: number, permissions: readonly string[]) =>
        (await portcullis.apiKeys.issue({ name: 'k', principal: { id, name: 'n', permissions, groups: [] } })).key;
      const [admin, user] = [await issue(1, [APPLICATION_ADMIN]), await issue(2, [])];
      const server = await listen(express().use('/governance', portcullisExpress(createHttpHandler(portcullis))));
      const headers = { authorization: admin };
      return {
        portcullis,
        server,
        admin,
        user,
        send: (target: string, json?: unknown) => server.send(target, { headers, ...(json ? { json } : {}) }),
        follow: (more: Readonly<Record<string, string>> = {}) => follow(server, { ...headers, ...more }),
      };
    },
  };
}

const follow = (server: LoopbackServer, headers: Readonly<Record<string, string>>) =>
  connectEvents(server.port, PATH, headers);

const statements = (events: readonly ReceivedEvent[]) =>
  events.filter(({ event }) => event === 'statement').map(({ data }) => data as Readonly<Record<string, unknown>>);

describe('the progress of an integration over HTTP', () => {
  it('is streamed live, and resumes after the last received event', async () => {
    const node = await createService().startNode();
    await using _server = node.server;
    await node.send('POST /governance/integrations', body);
    await node.portcullis.integrations.whenIdle(1);
    const stream = await node.follow();
    expect(await stream.next()).toMatchObject({
      event: 'snapshot',
      id: '1.end',
      data: { status: 'enabled', operation: { kind: 'create', status: 'succeeded' } },
    });
    expect(await node.send('PUT /governance/integrations/1', change)).toMatchObject({ status: 200 });
    const events = await stream.rest();
    expect(events.some(({ event }) => event === 'test')).toBe(true);
    expect(events.at(-1)).toMatchObject({ event: 'operation', id: '2.end', data: { status: 'succeeded' } });
    const { json } = await node.send(`GET ${PATH}?sortOrder=desc&pageSize=1`);
    const [{ journal }] = json as [{ journal: readonly { position: number; statement: string }[] }];
    expect(statements(events).map(({ position, statement }) => ({ position, statement }))).toEqual(
      journal.flatMap(({ position, statement }) =>
        // Steps that only store data complete when they are reported. They are reported like all others.
        [1, 2].map(() => ({ position, statement })),
      ),
    );
    const ids = events.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const resumed = await node.follow({ 'last-event-id': ids[1] as string });
    expect(await resumed.rest()).toEqual(events.filter(({ id }) => id !== undefined).slice(2));
    expect(JSON.stringify(events)).not.toContain(SIMULATED_CONFIG.password);
    await node.portcullis.close();
  });

  it('is also streamed by a node that does not run the operation', async () => {
    const service = createService();
    const [here, there] = [await service.startNode(), await service.startNode()];
    await using _servers = {
      [Symbol.asyncDispose]: async () =>
        void (await Promise.all([here, there].map(({ server }) => server[Symbol.asyncDispose]()))),
    };
    await there.send('POST /governance/integrations', body);
    await there.portcullis.integrations.whenIdle(1);
    const stream = await here.follow();
    await stream.next();
    await there.send('PUT /governance/integrations/1', change);
    const events = await stream.rest();
    expect(events[0]).toMatchObject({
      event: 'operation',
      id: '2.0',
      data: { kind: 'edit', validationResults: { status: 'passed' } },
    });
    expect(events.at(-1)).toMatchObject({ id: '2.end' });
    await here.portcullis.close();
    await there.portcullis.close();
  });

  it('matches the OpenAPI document', async () => {
    const service = createService();
    const node = await service.startNode();
    await using server = node.server;
    service.platform.inject({ at: 4, effect: { fail: 'missing-grant' } });
    await node.send('POST /governance/integrations', body);
    await node.portcullis.integrations.whenIdle(1);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema((await server.send('GET /governance/openapi.json')).json as object, 'document');
    const schema = {
      $ref: 'document#/paths/~1integrations~1%7Bid%7D~1operations/get/responses/200/content/text~1event-stream/schema',
    };
    const validate = ajv.compile(schema);
    const events = await (await node.follow({ 'last-event-id': '0.0' })).rest();
    expect(events.length).toBeGreaterThan(4);
    for (const event of events) expect(validate(event), JSON.stringify([event, validate.errors])).toBe(true);
    await node.portcullis.close();
  });

  it('requires APPLICATION_ADMIN, is 404 without an integration, and 204 if no event will follow', async () => {
    const node = await createService().startNode();
    await using server = node.server;
    const asEvents = (authorization: string, more = {}) =>
      server.send(`GET ${PATH}`, { headers: { authorization, accept: 'text/event-stream', ...more } });
    expect(await asEvents(node.user)).toMatchObject({ status: 403, json: { code: 'PERMISSION_MISSING' } });
    expect(await asEvents('x')).toMatchObject({ status: 401 });
    expect(await asEvents(node.admin)).toMatchObject({ status: 404, json: { code: 'INTEGRATION_NOT_FOUND' } });
    await node.send('POST /governance/integrations', body);
    await node.portcullis.integrations.whenIdle(1);
    await node.send('DELETE /governance/integrations/1?forceDisable=true');
    const ended = await asEvents(node.admin);
    expect(ended.text).toContain('event: snapshot');
    expect(ended.text).toContain('"status":"disabled"');
    expect(await asEvents(node.admin, { 'last-event-id': '1.end' })).toMatchObject({ status: 204, text: '' });
    expect((await asEvents(node.admin, { 'last-event-id': '1.2' })).text).toContain('id: 1.end');
    await node.portcullis.close();
  });

  it.each(['nonsense', '99.end', '1.0; drop', '-1.0'])(
    'begins with a snapshot after %j, which is not an id',
    async (id) => {
      const node = await createService().startNode();
      await using _server = node.server;
      await node.send('POST /governance/integrations', body);
      await node.portcullis.integrations.whenIdle(1);
      const stream = await node.follow({ 'last-event-id': id });
      expect(await stream.next()).toMatchObject({ event: 'snapshot', id: '1.end' });
      await node.portcullis.close();
      expect(await stream.rest()).toEqual([]);
    },
  );

  it('ends when the instance closes', async () => {
    const node = await createService().startNode();
    await using _server = node.server;
    await node.send('POST /governance/integrations', body);
    await node.portcullis.integrations.whenIdle(1);
    const stream = await node.follow();
    await stream.next();
    await node.portcullis.close();
    expect(await stream.rest()).toEqual([]);
  });
});

describe('the list of operations over HTTP', () => {
  it('is paged and filtered, each operation with outcomes, durations, errors and leftovers', async () => {
    const service = createService();
    const node = await service.startNode();
    await using _server = node.server;
    const list = (query: string) => node.send(`GET ${PATH}?${query}`);
    await node.send('POST /governance/integrations', body);
    await node.portcullis.integrations.whenIdle(1);
    service.platform.inject({ at: /RETENTION|retention/i, effect: { fail: 'missing-grant', message: 'denied' } });
    await node.send('PUT /governance/integrations/1', change);
    await node.portcullis.integrations.whenIdle(1);
    await node.send('PUT /governance/integrations/1', change);
    await node.portcullis.integrations.whenIdle(1);

    const first = await list('pageSize=2');
    expect(first.json).toMatchObject([
      { id: 1, kind: 'create' },
      { id: 2, kind: 'edit' },
    ]);
    const next = /^<(?<url>[^>]+)>; rel="next"$/.exec(String(first.headers.link))?.groups?.url;
    const second = await node.send(`GET ${next}`);
    expect(second.json).toMatchObject([{ id: 3 }]);
    expect(second.headers).not.toHaveProperty('link');
    expect((await list('sortOrder=desc&pageSize=1')).json).toMatchObject([{ id: 3 }]);
    expect((await list('kind=create')).json).toMatchObject([{ id: 1 }]);
    expect((await list('status=failed&kind=create')).json).toEqual([]);
    const [operation] = (await list('kind=create')).json as [Readonly<Record<string, unknown>>];
    expect(operation).toMatchObject({
      durationMs: expect.any(Number),
      statements: (operation.journal as readonly unknown[]).length,
      validationResults: { status: 'passed' },
    });
    expect((operation.journal as readonly unknown[])[0]).toMatchObject({ durationMs: expect.any(Number) });
    for (const query of ['kind=x', 'status=x', 'sortOrder=up', 'after=0', 'pageSize=1001', 'pageSize=x', 'page=1']) {
      const response = await list(query);
      expect(response, query).toMatchObject({ status: 400, json: { code: 'PARAMETER_INVALID', details: [{}] } });
    }
    await node.portcullis.close();
  });

  it('names the changes that could not be undone', async () => {
    const service = createService();
    const node = await service.startNode();
    await using _server = node.server;
    service.platform.inject({ at: 3, effect: { fail: 'missing-grant' } });
    service.platform.inject({ at: 4, effect: { fail: 'missing-grant' } });
    await node.send('POST /governance/integrations', body);
    await node.portcullis.integrations.whenIdle(1);
    expect((await node.send(`GET ${PATH}`)).json).toMatchObject([
      { status: 'failed', error: { class: 'missing-grant' }, leftovers: [expect.any(String)] },
    ]);
    await node.portcullis.close();
  });
});
