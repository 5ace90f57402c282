import type { Logger } from '@portcullis/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ADMIN_KEY, createFakePortcullis, USER_KEY } from '../tests/support/fake-portcullis.ts';
import { fuzzRuns } from '../tests/support/fuzz-runs.ts';
import { createHttpHandler } from './create-http-handler.ts';
import { ROUTES } from './routes/routes.ts';

/** The pattern of a header value that `Headers` accepts. */
const headerValue = fc
  .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes).replaceAll('\x7f', ''));

const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'get');

const path = fc.oneof(
  fc
    .constantFrom(...ROUTES.map((route) => route.path))
    .chain((pattern) =>
      fc.oneof(fc.constant('7'), fc.webSegment(), fc.string()).map((id) => pattern.replace('{id}', () => id)),
    ),
  fc.webPath(),
  fc.string().map((text) => `/${text}`),
);

const query = fc.oneof(
  fc.constant(''),
  fc.webQueryParameters().map((text) => `?${text}`),
  fc.tuple(fc.constantFrom('dryRun', 'forceDisable', 'offset', '__proto__'), fc.string()).map(([k, v]) => `?${k}=${v}`),
);

const contentType = fc.oneof(
  fc.constantFrom('application/json', 'application/yaml', 'text/yaml', 'application/json; charset=latin1', ''),
  headerValue,
);

const body = fc.oneof(
  fc.constant(undefined),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from(bytes)),
  // YAML made from its special characters, which has more structure than random text.
  fc
    .array(
      fc.constantFrom(
        'a',
        ': ',
        '\n',
        '- ',
        '  ',
        '&x ',
        '*x',
        '{',
        '}',
        '[',
        ']',
        '"',
        "'",
        '|',
        '>',
        '!',
        '%',
        '#',
        '<<',
        '---',
        '\t',
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join('')),
);

const headers = fc.record(
  {
    authorization: fc.constantFrom(ADMIN_KEY, `Bearer ${ADMIN_KEY}`, USER_KEY),
    'content-type': contentType,
    accept: headerValue,
    'if-match': headerValue,
    'if-plan': headerValue,
    'x-request-id': headerValue,
    'content-length': fc.constantFrom('0', '-1', 'x', '1e9', '99999999999999999999'),
    'content-encoding': headerValue,
  },
  { requiredKeys: ['authorization'] },
);

it('answers any request without a 500', async () => {
  const unexpected: unknown[] = [];
  const note = (_message: string, details?: unknown) => unexpected.push(details);
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  const { portcullis } = createFakePortcullis();
  const handler = createHttpHandler(portcullis, { logger });

  await fc.assert(
    fc.asyncProperty(method, path, query, headers, body, async (verb, where, search, head, content) => {
      const canHaveBody = !['GET', 'HEAD', 'get'].includes(verb);
      const request = new Request(new URL(`http://127.0.0.1${where.replace(/^\/+/, '/')}${search}`), {
        method: verb,
        headers: head,
        ...(canHaveBody && content !== undefined ? { body: content } : {}),
      });
      const response = await handler(request);
      const text = await response.text();
      expect(unexpected).toEqual([]);
      expect(response.status).toBeLessThan(500);
      expect(response.headers.get('x-request-id')).toMatch(/^[\w.:-]{1,128}$/);
      if (response.status >= 400 && verb !== 'HEAD') {
        expect(JSON.parse(text)).toMatchObject({ statusCode: response.status, error: expect.any(String) });
      }
    }),
    fuzzRuns(2000),
  );
});
