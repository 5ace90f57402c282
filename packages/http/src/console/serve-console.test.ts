import { describe, expect, it, vi } from 'vitest';
import { createFakePortcullis } from '../../tests/support/fake-portcullis.ts';
import { send } from '../../tests/support/http-client.ts';
import { createHttpHandler } from '../create-http-handler.ts';
import type { ConsoleSite } from './console-site.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const FILES = new Map([
  ['index.html', { content: bytes('<!doctype html>'), mediaType: 'text/html; charset=utf-8' }],
  ['assets/index-abc.js', { content: bytes('export {}'), mediaType: 'text/javascript; charset=utf-8' }],
]);

function setUp(console: ConsoleSite = { files: async () => FILES }, basePath = '') {
  return createHttpHandler(createFakePortcullis({}).portcullis, { console, basePath });
}
const open = { authorization: null };

describe('the console', () => {
  it('is served only if the host passes one', async () => {
    const handler = createHttpHandler(createFakePortcullis({}).portcullis);
    expect((await send(handler, 'GET /console/')).status).toBe(404);
    expect(handler.claims('/console/')).toBe(false);
  });

  it('serves its page without authentication, with a strict content security policy', async () => {
    const page = await send(setUp(), 'GET /console/', open);
    expect(page).toMatchObject({ status: 200, text: '<!doctype html>' });
    const policy = page.headers.get('content-security-policy');
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('redirects the path without a trailing slash, below any prefix', async () => {
    const handler = setUp(undefined, '/governance');
    const moved = await send(handler, 'GET /governance/console', open);
    expect(moved.status).toBe(308);
    const target = new URL(moved.headers.get('location') ?? '', 'https://host.example/outer/governance/console');
    expect(target.pathname).toBe('/outer/governance/console/');
    const withQuery = await send(handler, 'GET /governance/console?from=mail&to=%2F', open);
    expect(withQuery.headers.get('location')).toBe('console/?from=mail&to=%2F');
    expect((await send(handler.under('/outer'), 'GET /outer/governance/console/', open)).status).toBe(200);
    expect((await send(handler, 'GET /console/', open)).status).toBe(404);
  });

  it('is claimed by a handler at the root of a host', () => {
    expect(setUp().claims('/console')).toBe(true);
    expect(setUp().claims('/console/assets/x.js')).toBe(true);
    expect(setUp().claims('/consoles')).toBe(false);
  });

  it('lets clients cache files with a hash in their name for ever', async () => {
    const script = await send(setUp(), 'GET /console/assets/index-abc.js', open);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('responds with 304 while a file is unchanged', async () => {
    const handler = setUp();
    const etag = (await send(handler, 'GET /console/', open)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await send(handler, 'GET /console/', { ...open, headers: { 'if-none-match': known } });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(etag);
    }
    const other = await send(handler, 'GET /console/', { ...open, headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it('responds to HEAD without the file, and rejects methods that change data', async () => {
    const head = await send(setUp(), 'HEAD /console/', open);
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe('15');
    const refused = await send(setUp(undefined, '/governance'), 'POST /governance/console/', { ...open, json: {} });
    expect(refused.json).toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      message: '/governance/console/ does not support the method POST. It supports GET, HEAD, OPTIONS.',
    });
    expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await send(setUp(), 'OPTIONS /console/', open)).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  it.each(['/console/nothing.js', '/console/assets/', '/console/%2e%2e/integrations', '/console/../console/x'])(
    'serves no file %s',
    async (path) => {
      expect((await send(setUp(), `GET ${path}`, open)).status).not.toBe(200);
    },
  );

  it('reads its files once, and reads them again only after a failure', async () => {
    const files = vi.fn<ConsoleSite['files']>(async () => FILES);
    files.mockRejectedValueOnce(new Error('not built'));
    const handler = setUp({ files });
    expect((await send(handler, 'GET /console/', open)).status).toBe(500);
    expect((await send(handler, 'GET /console/', open)).status).toBe(200);
    expect((await send(handler, 'GET /console/', open)).status).toBe(200);
    expect(files).toHaveBeenCalledTimes(2);
  });
});
