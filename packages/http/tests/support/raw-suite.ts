import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHttpHandler } from '../../src/create-http-handler.ts';
import { createFakePortcullis } from './fake-portcullis.ts';
import { fuzzRuns } from './fuzz-runs.ts';
import type { LoopbackServer } from './loopback.ts';
import type { HostSetUp } from './mounted.ts';
import { type RawResponse, rawBytes, rawRequest, sendRaw } from './raw-requests.ts';

/** The set-up of a mount behind a trusted proxy, or of one that faces callers itself. */
export interface RawHostSetUp extends HostSetUp {
  readonly trustProxy?: boolean;
}

const KEY = 'authorization: admin-key';

/** Requests with one invalid part, and the part that the response names. */
const MALFORMED: readonly (readonly [what: string, headers: readonly string[], path: string])[] = [
  ['a host with a path', ['host: a/b'], 'Host'],
  ['a host with a query', ['host: a?b'], 'Host'],
  ['a host with a fragment', ['host: a#b'], 'Host'],
  ['a host with a user', ['host: a@b'], 'Host'],
  ['a host with a backslash', ['host: a\\b'], 'Host'],
  ['a host with a space', ['host: a b'], 'Host'],
  ['a host with a comma', ['host: a,b'], 'Host'],
  ['a host of percent signs', ['host: %zz'], 'Host'],
  ['a host with letters beyond ASCII', ['host: b\u00fccher.example'], 'Host'],
  ['a port that is too high', ['host: a:99999'], 'Host'],
  ['a port that is not a number', ['host: a:b'], 'Host'],
  ['an open bracket', ['host: [::1'], 'Host'],
  ['a broken IPv6 address', ['host: [::1::2]'], 'Host'],
  ['an invalid IPv4 address', ['host: 256.256.256.256'], 'Host'],
  ['two hosts', ['host: a', 'host: b'], 'Host'],
];

/**
 * Describes the behaviour of a mount for any input on a connection. The host answers `elsewhere` and `host error`, as in
 * the suite of mounts.
 */
export function describeRawRequests(
  name: string,
  start: (setUp: RawHostSetUp) => Promise<LoopbackServer>,
  { proxies = true } = {},
): void {
  const host = (set: Omit<RawHostSetUp, 'handler'> = {}) =>
    start({ ...set, handler: createHttpHandler(createFakePortcullis().portcullis) });

  describe(`${name}, a request with`, () => {
    it.each(MALFORMED)('%s is a 400 in the error shape, with and without a key', async (_what, headers, path) => {
      await using server = await host();
      for (const more of [[KEY], []]) {
        for (const where of ['/integrations', '/healthz', '/openapi.json']) {
          const bytes = rawRequest(`GET ${where} HTTP/1.1`, [...headers, ...more, 'x-request-id: mine']);
          const response = await sendRaw(server.port, bytes);
          expect(response.status, response.headers).toBe(400);
          expect(JSON.parse(response.body)).toMatchObject({
            statusCode: 400,
            error: 'Bad request',
            message: expect.stringContaining(path),
            code: 'PARAMETER_INVALID',
            details: [{ path, message: expect.any(String) }],
            requestId: 'mine',
          });
        }
      }
    });

    it.each([
      ['no host, of HTTP/1.0', 'GET /integrations HTTP/1.0', []],
      ['an empty host', 'GET /integrations HTTP/1.1', ['host:']],
      ['an IPv6 host', 'GET /integrations HTTP/1.1', ['host: [::1]:8080']],
      ['an omitted port', 'GET /integrations HTTP/1.1', ['host: a:']],
      ['an absolute URL', 'GET http://data.example.com/integrations HTTP/1.1', ['host: a']],
      ['an absolute URL and another host', 'GET http://a.example/integrations HTTP/1.1', ['host: b.example']],
    ])('%s is answered', async (_what, line, headers) => {
      await using server = await host();
      const response = await sendRaw(server.port, rawRequest(line, [...headers, KEY]));
      expect(response.status, response.body).toBe(200);
    });

    it.each(['u@a', 'a:99999', '[::1', 'a,b'])(
      'an absolute URL with the authority %s is not a 5xx',
      async (authority) => {
        await using server = await host();
        const line = `GET http://${authority}/integrations HTTP/1.1`;
        const response = await sendRaw(server.port, rawRequest(line, ['host: a', KEY]));
        // Express does not call its mounts if it cannot parse the URL.
        expect([400, 404], response.headers).toContain(response.status);
      },
    );
  });

  if (proxies) {
    describe(`${name} behind a trusted proxy, a request with`, () => {
      it.each([
        ['x-forwarded-host: a/b', 'Host'],
        ['x-forwarded-host: a:99999', 'Host'],
        ['x-forwarded-host: [', 'Host'],
        ['x-forwarded-proto: ht!tp', 'X-Forwarded-Proto'],
        ['x-forwarded-proto: javascript', 'X-Forwarded-Proto'],
        ['x-forwarded-proto: http://a', 'X-Forwarded-Proto'],
      ])('%s is a 400 in the error shape', async (header, path) => {
        await using server = await host({ trustProxy: true });
        const response = await sendRaw(server.port, rawRequest('GET /integrations HTTP/1.1', ['host: a', KEY, header]));
        expect(response.status, response.headers).toBe(400);
        expect(JSON.parse(response.body)).toMatchObject({ code: 'PARAMETER_INVALID', details: [{ path }] });
      });
    });
  }
  describeRawFuzz(name, start);
}

/** Sends malformed bytes, and checks each response. */
export function describeRawFuzz(name: string, start: (setUp: RawHostSetUp) => Promise<LoopbackServer>): void {
  describe.each([
    ['', {}],
    [' below a path', { mountPath: '/governance' }],
    [' behind a trusted proxy', { trustProxy: true }],
    [' after body parsers', { parsed: true }],
  ])(`${name}%s`, (_place, set) => {
    it('answers malformed bytes without a 5xx, a stack or a file path', async () => {
      const { portcullis } = createFakePortcullis();
      await using server = await start({ ...set, handler: createHttpHandler(portcullis) });
      await fc.assert(
        fc.asyncProperty(rawBytes, async (bytes) => {
          const below = 'mountPath' in set ? bytes.replace(' /', ` ${set.mountPath}/`) : bytes;
          expectHarmless(await sendRaw(server.port, below));
        }),
        fuzzRuns(150),
      );
      const after = await sendRaw(server.port, rawRequest('GET /elsewhere HTTP/1.1', ['host: a']));
      expect(after).toMatchObject({ status: 404, body: 'elsewhere' });
    });
  });
}

function expectHarmless({ status, headers, body }: RawResponse): void {
  expect(status, `${headers}\n\n${body}`).toBeLessThan(500);
  expect(body).not.toMatch(/node_modules|\n\s+at |file:\/\//);
  expect(body).not.toContain(import.meta.dirname.slice(0, import.meta.dirname.indexOf('/packages/')));
  const isJson = /^content-type: application\/json/im.test(headers);
  if (status >= 400 && body !== '' && isJson) {
    expect(JSON.parse(body)).toMatchObject({
      statusCode: status,
      error: expect.any(String),
      message: expect.any(String),
    });
  } else if (status >= 400) {
    const isOfTheFramework = /^<!DOCTYPE html>[\s\S]*<pre>Cannot [A-Z-]+/.test(body);
    expect(isOfTheFramework || ['', 'elsewhere', 'host error'].includes(body), `${headers}\n\n${body}`).toBe(true);
  }
}
