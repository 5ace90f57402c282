import { describe, expect, it } from 'vitest';
import { describeMountAndHost } from './mount-and-host-suite.ts';
import { type MountTraits, mounted, type StartHost } from './mounted.ts';
import * as samples from './samples.ts';

/**
 * Describes the behaviour of a mount in any framework. The host answers `elsewhere` with 404 and errors with 500 `host
 * error`.
 */
export function describeMount(name: string, start: StartHost, traits: MountTraits = {}): void {
  const setUp = mounted(start);

  const body = { type: 'Warehouse', autoBootstrap: true, config: { host: 'h', note: 'käthe' } };
  const yaml = 'type: Warehouse\nautoBootstrap: true\nconfig:\n  host: h\n  note: käthe\n';

  describe.each([
    ['at the root', ''],
    ['below a path', '/governance'],
  ])(`${name} %s`, (_place, mountPath) => {
    it('responds with a Location that starts with the path of the mount', async () => {
      const { server, calls } = setUp({ mountPath });
      await using host = await server;
      const list = await host.send(`GET ${mountPath}/integrations`);
      expect(list).toMatchObject({ status: 200, json: [samples.integration] });
      expect(list.headers['content-type']).toBe('application/json');
      const created = await host.send(`POST ${mountPath}/integrations?dryRun=false`, { json: body });
      expect(created.status).toBe(201);
      expect(created.headers.location).toBe(`${mountPath}/integrations/7`);
      expect(calls.at(-1)?.args.slice(1)).toEqual([body, { dryRun: false }]);
    });

    it('passes the address that the caller used to platforms', async () => {
      const { server, calls } = setUp({ mountPath });
      await using host = await server;
      await host.send(`GET ${mountPath}/integrations/7/client-setup`);
      expect(calls.at(-1)?.args[2]).toEqual({ baseUrl: `http://127.0.0.1:${host.port}` });
      await host.send(`GET ${mountPath}/integrations/7/client-setup`, { headers: { host: 'data.example.com:8080' } });
      expect(calls.at(-1)?.args[2]).toEqual({ baseUrl: 'http://data.example.com:8080' });
    });

    it('serves a console, and returns 304 for unchanged files', async () => {
      const page = { content: new Uint8Array(Buffer.from('<!doctype html>')), mediaType: 'text/html; charset=utf-8' };
      const console = { files: async () => new Map([['index.html', page]]) };
      await using host = await setUp({ mountPath }, { console }).server;
      const first = await host.send(`GET ${mountPath}/console/`, { headers: { authorization: '' } });
      expect(first).toMatchObject({ status: 200, text: '<!doctype html>' });
      expect(first.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      const again = await host.send(`GET ${mountPath}/console/`, {
        headers: { 'if-none-match': String(first.headers.etag) },
      });
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag: first.headers.etag } });
      const moved = await host.send(`GET ${mountPath}/console`);
      expect(moved).toMatchObject({ status: 308, headers: { location: 'console/' } });
    });

    it('responds to HEAD, OPTIONS and errors with their own headers', async () => {
      await using host = await setUp({ mountPath }).server;
      const get = await host.send(`GET ${mountPath}/integrations/7`);
      const head = await host.send(`HEAD ${mountPath}/integrations/7`);
      expect(head).toMatchObject({ status: 200, text: '' });
      expect(head.headers).toMatchObject({ etag: '"3"', 'content-length': get.headers['content-length'] });
      const options = await host.send(`OPTIONS ${mountPath}/integrations`);
      expect(options).toMatchObject({ status: 204, text: '', headers: { allow: 'GET, POST, HEAD, OPTIONS' } });
      const wrong = await host.send(`PATCH ${mountPath}/integrations`);
      expect(wrong).toMatchObject({ status: 405, json: { code: 'METHOD_NOT_ALLOWED' } });
      const unauthorized = await host.send(`GET ${mountPath}/integrations`, { headers: { authorization: 'x' } });
      expect(unauthorized).toMatchObject({ status: 401, headers: { 'www-authenticate': /^Bearer/ } });
    });
  });

  describe.each([
    ['before body parsers', false],
    ['after body parsers', true],
  ])(`${name} %s`, (_place, parsed) => {
    it.each([
      ['JSON', 'application/json; charset=utf-8', JSON.stringify(body)],
      ['YAML', 'application/yaml', yaml],
      ['YAML as text', 'text/yaml', yaml],
    ])('accepts a body in %s', async (_format, contentType, text) => {
      const { server, calls } = setUp({ parsed });
      await using host = await server;
      const sending = { chunks: [text], headers: { 'content-type': contentType } };
      for (const target of ['POST /integrations', 'PUT /integrations/7', 'DELETE /integrations/7']) {
        const response = await host.send(target, sending);
        expect(response.status, `${target}: ${response.text}`).toBeLessThan(300);
        expect(calls.at(-1)?.args).toContainEqual(body);
      }
    });

    it.each([
      ['application/x-www-form-urlencoded', 'type=Warehouse&autoBootstrap=true'],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'],
      ['text/plain', 'type: Warehouse'],
      ['application/octet-stream', 'abc'],
      ['application/json; charset=utf-16', undefined],
    ])('rejects %s with 415', async (contentType, text) => {
      const { server, calls } = setUp({ parsed: parsed && text !== undefined });
      await using host = await server;
      const response = await host.send('POST /integrations', {
        chunks: [text ?? '{}'],
        headers: { 'content-type': contentType },
      });
      expect(response, response.text).toMatchObject({ status: 415, json: { code: 'MEDIA_TYPE_UNSUPPORTED' } });
      expect(calls.map((call) => call.name)).toEqual(['apiKeys.authenticate']);
    });

    it('treats an empty body as no body', async () => {
      const { server, calls } = setUp({ parsed });
      await using host = await server;
      for (const headers of [{}, { 'content-type': 'application/json' }]) {
        expect((await host.send('DELETE /integrations/7', { headers })).status).toBe(200);
        expect(calls.at(-1)?.args[2]).toBeUndefined();
        expect((await host.send('POST /integrations/7/scripts/delete', { headers })).status).toBe(200);
      }
    });

    it('rejects a body over the limit, and the connection stays usable', async () => {
      await using host = await setUp({ parsed }, { bodyLimit: 100 }).server;
      const text = JSON.stringify({ a: 'x'.repeat(2000) });
      const whole = await host.send('POST /integrations', {
        chunks: [text],
        headers: { 'content-type': 'application/json' },
      });
      expect(whole).toMatchObject({ status: 413, json: { code: 'BODY_TOO_LARGE' } });
      const inChunks = await host.send('POST /integrations', {
        chunks: [text.slice(0, 90), text.slice(90, 200), text.slice(200)],
        headers: { 'content-type': 'application/json' },
      });
      expect(inChunks.status).toBe(413);
      const next = await host.send('GET /integrations');
      expect(next.status).toBe(200);
      expect(next.localPort).toBe(whole.localPort);
    });

    it('does not read the body of callers without a key, and the connection stays usable', async () => {
      await using host = await setUp({ parsed }).server;
      const chunks = Array.from({ length: 20 }, () => JSON.stringify('x'.repeat(1000)));
      const headers = { authorization: 'x', 'content-type': 'application/x-unread' };
      const refused = await host.send('POST /integrations', { chunks, headers });
      expect(refused.status).toBe(401);
      expect((await host.send('GET /integrations')).localPort).toBe(refused.localPort);
    });
  });

  describe(`${name} after body parsers`, () => {
    it('survives a parsed body that cannot be serialized again', async () => {
      await using host = await setUp({ parsed: true }).server;
      const deep = `[${'['.repeat(20_000)}${']'.repeat(20_000)}]`;
      const response = await host.send('POST /integrations', {
        chunks: [deep],
        headers: { 'content-type': 'application/json' },
      });
      expect(response).toMatchObject({ status: 400, json: { code: 'BODY_INVALID' } });
      expect((await host.send('GET /integrations')).status).toBe(200);
    });
  });

  describeMountAndHost(name, start, traits);
}
