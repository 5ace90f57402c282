import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { classifyFailure } from '@portcullis/plugin-api';
import { createProxy } from '@portcullis/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BigQueryOptions } from '../src/bigquery-options.ts';
import { configSchema } from '../src/config/config-schema.ts';
import { connect } from '../src/connection/connect.ts';
import { classifyError } from '../src/failures/classify-error.ts';
import { SAMPLES } from '../src/samples.ts';
import { settingsOf } from '../src/settings.ts';

const config = configSchema().parse(SAMPLES[0]);
const signal = new AbortController().signal;

let respond: (request: IncomingMessage, response: ServerResponse) => void;
let paths: string[];
let address: string;
const server = createServer((request, response) => {
  paths.push(request.url ?? '');
  respond(request, response);
});

beforeEach(async () => {
  paths = [];
  respond = (request, response) => {
    response.end(
      request.url === '/token' ? '{"access_token":"ya29.canary","expires_in":3599}' : '{"permissions":["a"]}',
    );
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

interface Opening extends Pick<BigQueryOptions, 'proxy' | 'requestTimeoutMs'> {
  readonly caller?: AbortSignal;
}

function open({ requestTimeoutMs = 60_000, caller = signal, ...options }: Opening = {}) {
  const endpoints = { token: `${address}/token`, bigquery: address, resourceManager: address, iam: address };
  return connect(
    { config, signal: caller, deadlineMs: 60_000 },
    settingsOf({ ...options, endpoints, requestTimeoutMs }),
  );
}

/** Returns the class of a failure that contains no part of key and token. */
async function failure(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeDefined();
  expect(inspect(error, { depth: 8 })).not.toMatch(/PRIVATE KEY|ya29|eyJ/);
  return classifyFailure(error, classifyError);
}

describe('a connection', () => {
  it('exchanges the key once for many calls', async () => {
    const session = await open();
    expect(await session.grantedPermissions(['a', 'b'], signal)).toEqual(new Set(['a']));
    await session.grantedPermissions(['a'], signal);
    expect(paths.filter((path) => path === '/token')).toHaveLength(1);
  });

  it('exchanges the key again when the token is about to expire', async () => {
    respond = (request, response) => {
      response.end(request.url === '/token' ? '{"access_token":"ya29.canary","expires_in":30}' : '{}');
    };
    const session = await open();
    await session.grantedPermissions(['a'], signal);
    expect(paths.filter((path) => path === '/token')).toHaveLength(2);
  });

  it('follows no redirect with its credential', async () => {
    respond = (_request, response) => {
      response.writeHead(307, { location: `${address}/elsewhere` }).end();
    };
    expect(await failure(open())).toMatchObject({ class: 'network' });
    expect(new Set(paths)).toEqual(new Set(['/token']));
  });

  it.each(['<html>Sign in to the network</html>', '{"access_token":""}', '{}', 'null', '[]', '"ya29"'])(
    'does not accept %s as a token',
    async (body) => {
      respond = (_request, response) => response.end(body);
      expect(await failure(open())).toMatchObject({ class: 'network' });
    },
  );

  it('goes through the proxy with everything', async () => {
    await using proxy = await createProxy();
    const session = await open({ proxy: proxy.url });
    expect(await session.grantedPermissions(['a'], signal)).toEqual(new Set(['a']));
    await session.close();
    expect(paths).toEqual(['/token', '/v3/projects/acme-analytics:testIamPermissions']);
    const { host } = new URL(address);
    expect(proxy.asked.map(({ target }) => target)).toEqual([host, host]);
  });

  it('reports a proxy that refuses', async () => {
    await using proxy = await createProxy({ refuse: 407 });
    const refused = await failure(open({ proxy: proxy.url }));
    expect(refused).toMatchObject({ class: 'network', message: 'The proxy requires a user name and a password.' });
    expect(paths).toEqual([]);
  });

  it('refuses a proxy that is not a URL', () => {
    expect(() => settingsOf({ proxy: 'proxy.example.com' })).toThrow(
      'bigquery() got a value for "proxy" that is not a URL.',
    );
  });

  it('times out a request without a response', async () => {
    respond = () => {};
    expect(await failure(open({ requestTimeoutMs: 20 }))).toMatchObject({ class: 'timeout' });
  });

  it('aborts the request when the caller aborts', async () => {
    const caller = new AbortController();
    const cut = new Promise<void>((closed) => {
      respond = (_request, response) => {
        response.once('close', closed);
        caller.abort();
      };
    });
    expect(await failure(open({ caller: caller.signal }))).toMatchObject({ class: 'timeout' });
    await cut;
  });

  it('reports the address of a closed port', async () => {
    const session = await open();
    respond = (request) => request.socket.destroy();
    expect(await failure(session.grantedPermissions(['a'], signal))).toMatchObject({ class: 'network' });
  });

  it('makes only known calls', async () => {
    const session = await open();
    const operation = { kind: 'call' as const, text: 'tables.delete {}', call: 'tables.delete', reveal: () => ({}) };
    expect(await failure(session.run(operation, { signal }))).toMatchObject({ class: 'internal' });
    expect(paths).toEqual(['/token']);
  });

  it('never mistakes the content of a response for an error of its own', async () => {
    const session = await open();
    const members = [
      'permissions',
      'datasets',
      'rows',
      'labels',
      'description',
      'datasetReference',
      'f',
      'nextPageToken',
    ];
    const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, 7, 'text', ''),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    const calls = [
      () => session.grantedPermissions(['a'], signal),
      () => session.datasets({ label: 'a' }, signal),
      () => session.dataset('a', signal),
      () => session.firstRow('SELECT 1', 'EU', signal),
      () => session.rolePermissions('a', signal),
    ];
    await fc.assert(
      fc.asyncProperty(anyJson, fc.constantFrom(...calls), async (value, call) => {
        let count = 0;
        respond = (_request, response) => {
          count += 1;
          response.end(count === 1 ? JSON.stringify(value) : '{}');
        };
        const outcome = await call().then(
          () => undefined,
          (error: unknown) => classifyFailure(error, classifyError).class,
        );
        expect([undefined, 'network', 'timeout']).toContain(outcome);
      }),
      { numRuns: 60 },
    );
  });

  it('reads all pages of a list', async () => {
    const session = await open();
    respond = (request, response) => {
      const token = new URL(request.url ?? '', address).searchParams.get('pageToken');
      const page = {
        datasets: [{ id: `p:${token}`, location: 'EU', datasetReference: { datasetId: token ?? 'first' } }],
      };
      response.end(JSON.stringify(token === null ? { ...page, nextPageToken: 'last/1' } : page));
    };
    const names = (await session.datasets({ label: 'team', value: 'a' }, signal)).map(({ name }) => name);
    expect(names).toEqual(['first', 'last/1']);
    expect(new URL(paths[1] ?? '', address).searchParams.get('filter')).toBe('labels.team:a');
  });

  it('waits until a query is complete', async () => {
    const session = await open();
    respond = (_request, response) => response.end('{"jobComplete":false}');
    expect(await failure(session.firstRow('SELECT 1', 'EU', signal))).toMatchObject({ class: 'timeout' });
  });
});
