import { deepEqual, equal, match } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIntegration, createPortcullisClient, listIntegrations, waitUntilEnabled } from '@portcullis/client';
import type { Portcullis } from '@portcullis/core';
import { createHttpHandler, type HttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { ADMIN } from '../shared/admin.ts';
import { INTEGRATION, withInstance } from './open-instance.ts';

/** The servers of the runtimes, as far as they are used here. */
declare const Bun: { serve(options: object): { readonly port: number; stop(force: boolean): Promise<void> } };
declare const Deno: {
  serve(options: object, handler: HttpHandler): { readonly addr: { readonly port: number }; shutdown(): Promise<void> };
};

/** Serves a handler on the loopback address, with the server that the runtime comes with. */
async function serve(handler: HttpHandler): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const hostname = '127.0.0.1';
  if (process.versions.bun) {
    const server = Bun.serve({ hostname, port: 0, fetch: handler, idleTimeout: 60 });
    return { url: `http://${hostname}:${server.port}`, stop: () => server.stop(true) };
  }
  if ('deno' in process.versions) {
    const server = Deno.serve({ hostname, port: 0, onListen: () => undefined }, handler);
    return { url: `http://${hostname}:${server.addr.port}`, stop: () => server.shutdown() };
  }
  const mount = portcullisExpress(handler);
  const server = createServer(
    (request, response) => void mount(request, response, () => response.writeHead(500).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://${hostname}:${(server.address() as AddressInfo).port}`, stop };
}

/** Serves an instance, with an API key of an administrator. */
async function withServer(use: (url: string, key: string) => Promise<void>): Promise<void> {
  await withInstance(async (portcullis: Portcullis) => {
    const { key } = await portcullis.apiKeys.create(ADMIN, { name: 'CI' });
    const server = await serve(createHttpHandler(portcullis));
    try {
      await use(server.url, key);
    } finally {
      await server.stop();
    }
  });
}

/** Requests with and without a key, JSON, YAML, an ETag, and a refusal. */
export const handleRequests = () =>
  withServer(async (url, key) => {
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { authorization: key, ...init.headers } });
    equal((await fetch(`${url}/integrations`)).status, 401);
    deepEqual(await (await ask('/integrations')).json(), []);
    const yaml = {
      method: 'POST',
      headers: { 'content-type': 'application/yaml' },
      body: 'type: Snowflake\nautoBootstrap: true\n',
    };
    const refusal = await ask('/integrations', yaml);
    equal(refusal.status, 400);
    match(((await refusal.json()) as { readonly message: string }).message, /config/);
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(INTEGRATION) };
    equal((await ask('/integrations', json)).status, 201);
    match((await ask('/integrations/1')).headers.get('etag') ?? '', /"/);
  });

/** Reads the events of an operation as they come. */
export const streamEvents = () =>
  withServer(async (url, key) => {
    const headers = { authorization: key };
    const body = JSON.stringify(INTEGRATION);
    await fetch(`${url}/integrations`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    const stream = await fetch(`${url}/integrations/1/operations`, {
      headers: { ...headers, accept: 'text/event-stream' },
    });
    match(stream.headers.get('content-type') ?? '', /event-stream/);
    let text = '';
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (/enabled/.test(text)) break;
    }
    match(text, /^event: /m);
  });

/** Creates an integration and waits for it. */
export const useClient = () =>
  withServer(async (baseUrl, key) => {
    const client = createPortcullisClient({ baseUrl, key });
    const { id } = await createIntegration({ client, body: INTEGRATION as never });
    await waitUntilEnabled({ client, id });
    equal((await listIntegrations({ client })).length, 1);
  });
