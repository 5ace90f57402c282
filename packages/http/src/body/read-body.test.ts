import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { incomingOf } from '../exchange/incoming.ts';
import { JSON_ONLY, JSON_OR_YAML } from './content-type.ts';
import { readBody } from './read-body.ts';

const RULES = { mediaTypes: JSON_OR_YAML, required: true };

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream;

function read(
  body: Body,
  contentType: string | null,
  rules = RULES,
  limit = 1000,
  headers: Record<string, string> = {},
) {
  const request = new Request('http://127.0.0.1/', { method: 'POST', body, headers, duplex: 'half' });
  if (contentType === null) request.headers.delete('content-type');
  else request.headers.set('content-type', contentType);
  return readBody(incomingOf(request), rules, { limit, timeoutMs: 5_000 });
}

/** The error of a failed read. */
async function refusal(...parameters: Parameters<typeof read>) {
  return read(...parameters).then(
    (body) => expect.fail(`expected a refusal, got ${JSON.stringify(body)}`),
    (error) => ({ code: error.code, message: error.message, details: error.extras.details }),
  );
}

describe('a JSON body', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON; charset=us-ascii; profile=x',
  ])('is read as %s', async (contentType) => {
    expect(await read('\ufeff{"name":"käthe"}', contentType)).toEqual({ name: 'käthe' });
  });

  it.each([
    ['{"a": hunter2}', 'an unexpected word or character', 1, 7],
    ['{\n  "a": 1,\n}', 'a property name in double quotes is missing', 3, 1],
    ['{"a":1', 'a closing brace is missing', 1, 7],
    ['[1 2]', 'a comma is missing', 1, 4],
    ['{"a" 1}', 'a colon is missing', 1, 6],
    ['{"a":1}}', 'text after the end', 1, 8],
    ['// note\n{}', 'there is a comment', 1, 1],
    ['{"a":"hunter2', 'a string is not closed', 1, 6],
    ['{"a":"\\q"}', 'an escape sequence is not well-formed', 1, 6],
    ['{"a":"\t"}', 'a control character', 1, 6],
  ])('that is %j is rejected with its position', async (text, problem, line, column) => {
    const { code, message, details } = await refusal(text, 'application/json');
    expect(code).toBe('BODY_INVALID');
    expect(message).toContain(problem);
    expect(message).toContain(`line ${line}, column ${column}`);
    expect(details).toMatchObject({ format: 'JSON', line, column });
    expect(message).not.toContain('hunter2');
  });

  it('that is not JSON is always rejected with BODY_INVALID, and never quoted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (noise) => {
        const text = `{"password":"CANARY",${noise}`;
        const { code, message } = await refusal(text, 'application/json');
        expect(code).toBe('BODY_INVALID');
        expect(message).not.toContain('CANARY');
      }),
    );
  });

  it.each([
    ['{"a":1,"a":2}', 1, 8],
    ['{"a":1,\n "\\u0061":2}', 2, 2],
    ['{"config":{"port":1,"port":1}}', 1, 21],
    ['[{"a":{"b":1,"c":2,"b":{"a":1}}}]', 1, 20],
    ['{"":1,"":2}', 1, 7],
  ])('that is %s has a duplicate key and is rejected with its position', async (text, line, column) => {
    const { code, message, details } = await refusal(text, 'application/json');
    expect(code).toBe('BODY_INVALID');
    expect(message).toContain(`a key occurs twice in an object at line ${line}, column ${column}.`);
    expect(details).toMatchObject({ format: 'JSON', line, column });
  });

  it('may repeat a key in different objects, and have any text as a value', async () => {
    const text = '{"a":{"a":[{"a":1},{"a":2}]},"b":"{\\"a\\":1,\\"a\\":2}","A":3}';
    expect(await read(text, 'application/json')).toEqual(JSON.parse(text));
  });

  it('is rejected exactly if it contains a duplicate key', async () => {
    const name = fc.oneof(fc.constantFrom('a', 'b', '"', '\\', 'ä', ' '), fc.string({ maxLength: 3 }));
    const members = fc.array(
      fc.tuple(
        name.filter((each) => each !== '__proto__'),
        // A key of this name is always rejected.
        fc.jsonValue({ maxDepth: 1 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
      ),
      {
        maxLength: 6,
        minLength: 1,
      },
    );
    await fc.assert(
      fc.asyncProperty(members, async (entries) => {
        const text = `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
        const isTwice = new Set(entries.map(([key]) => key)).size < entries.length;
        const isRefused = await read(text, 'application/json').then(
          () => false,
          () => true,
        );
        expect(isRefused).toBe(isTwice);
      }),
    );
  });

  it('with hundreds of thousands of open brackets does not crash the parser', async () => {
    const rules = { ...RULES, mediaTypes: JSON_ONLY };
    expect(await refusal('['.repeat(500_000), 'application/json', rules, 1e6)).toMatchObject({ code: 'BODY_INVALID' });
    const closed = '['.repeat(400_000) + ']'.repeat(400_000);
    expect((await refusal(closed, 'application/json', rules, 1e6)).message).toContain('nested deeper than 64 levels');
  });

  it('with too many values is rejected', async () => {
    const text = `[${'0,'.repeat(100_000)}0]`;
    expect((await refusal(text, 'application/json', RULES, 1e6)).message).toContain('more than 100000 values');
  });

  it.each([
    ['application/json', '{"a":[{"secret":"s\\ud800"}]}', 'a.0.secret'],
    ['application/json', '{"a\\udc00":1}', 'a\udc00'],
    ['application/yaml', 'secret: "s\\ud800"', 'secret'],
  ])('of %s with half of a surrogate pair is rejected', async (contentType, text, path) => {
    const message = 'This contains half of a surrogate pair: send complete characters.';
    expect((await refusal(text, contentType)).details).toEqual([{ path, message }]);
    expect(await read('{"a😀":"😀"}', contentType)).toEqual({ 'a😀': '😀' });
  });

  it.each(['application/json', 'application/yaml'])('cannot set a prototype with %s', async (contentType) => {
    const { message, details } = await refusal('{"config":{"__proto__":{"admin":true}}}', contentType);
    expect(message).toContain('config.__proto__: This field is not known.');
    expect(details).toEqual([{ path: 'config.__proto__', message: 'This field is not known.' }]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});

describe('a YAML body', () => {
  it.each(['application/yaml', 'application/x-yaml', 'text/yaml', 'text/yaml; charset=utf-8'])(
    'is read as %s',
    async (contentType) => {
      const text = 'type: Warehouse\nautoBootstrap: true\nconfig:\n  host: "h"\n  port: 5439\n  note: null\n';
      const expected = { type: 'Warehouse', autoBootstrap: true, config: { host: 'h', port: 5439, note: null } };
      expect(await read(text, contentType)).toEqual(expected);
    },
  );

  it('reads scalars as JSON does: dates, octals and words remain strings', async () => {
    const text = 'date: 2020-01-01\noctal: 0o17\nyes: yes\nTrue: True\ninfinite: .inf';
    expect(await read(text, 'application/yaml')).toEqual({
      date: '2020-01-01',
      octal: '0o17',
      yes: 'yes',
      True: 'True',
      infinite: '.inf',
    });
  });

  it.each(['~', 'Null', 'NULL', ''])('has null as the word alone: %j is text', async (text) => {
    expect(await read(`a: null\nb: ${text}`, 'application/yaml')).toEqual({ a: null, b: text });
  });

  it('reads every JSON text as JSON does', async () => {
    const document = fc.dictionary(
      fc.string({ unit: 'grapheme' }).filter((name) => name !== '__proto__'),
      fc.jsonValue({ maxDepth: 3, noUnicodeString: false }),
    );
    await fc.assert(
      fc.asyncProperty(document, async (value) => {
        const text = JSON.stringify(value);
        const [asYaml, asJson] = await Promise.allSettled([
          read(text, 'application/yaml', RULES, 1e6),
          read(text, 'application/json', RULES, 1e6),
        ]);
        expect(asYaml).toEqual(asJson);
      }),
    );
  });

  it.each([
    ['a: 1\na: 2', 'duplicated mapping key', 2],
    ['a: [1', 'flow collection', 1],
    ['a: !!js/function "x"', 'unknown scalar tag', 1],
    ['a: !secret x', 'unknown scalar tag', 1],
    ['a: !!binary aGk=', 'unknown scalar tag', 1],
    ['password: hunter2\n  b: c: d', 'bad indentation', 2],
  ])('that is %j is rejected with its position', async (text, problem, line) => {
    const { code, message, details } = await refusal(text, 'application/yaml');
    expect(code).toBe('BODY_INVALID');
    expect(message).toContain(problem);
    expect(details).toMatchObject({ format: 'YAML', line });
    expect(message).not.toContain('hunter2');
  });

  it.each(['*sw0rdfish', '!sw0rdfish', '!!sw0rdfish x', '"sw0rdfish\\q"'])(
    'is not quoted in an error, since %s may be a secret',
    async (secret) => {
      const { message, details } = await refusal(`a: 1\npassword: ${secret}`, 'application/yaml');
      expect(message).toMatch(/^The body is not valid YAML: .* at line 2, column \d+\.$/);
      expect(message + JSON.stringify(details)).not.toContain('sw0rdfish');
    },
  );

  it('with two documents is rejected', async () => {
    expect((await refusal('a: 1\n---\na: 2', 'text/yaml')).message).toContain('more than one document');
  });

  it('does not merge keys', async () => {
    expect(await read('<<: {a: 1}\nb: 2', 'text/yaml')).toEqual({ '<<': { a: 1 }, b: 2 });
  });

  it('may use an alias, but not an alias bomb', async () => {
    expect(await read('a: &x [1]\nb: *x', 'text/yaml')).toEqual({ a: [1], b: [1] });
    const levels = Array.from(
      { length: 9 },
      (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]`,
    );
    const bomb = `l0: &l0 [0]\n${levels.join('\n')}`;
    expect((await refusal(bomb, 'text/yaml', RULES, 1e6)).message).toContain('maxAliases');
    const wide = `a: &a [${'0,'.repeat(30_000)}]\nb: [*a, *a, *a, *a]`;
    expect((await refusal(wide, 'text/yaml', RULES, 1e6)).message).toContain('more than 100000 values');
  });

  it('that is deeply nested is rejected', async () => {
    expect((await refusal('['.repeat(5000), 'text/yaml', RULES, 1e6)).code).toBe('BODY_INVALID');
  });
});

describe('the Content-Type', () => {
  it.each([
    null,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, application/json',
    'application/json; charset=utf-16',
    'nonsense',
    '',
  ])('%s is a 415 that lists the accepted types', async (contentType) => {
    const { code, message } = await refusal('{}', contentType);
    expect(code).toBe('MEDIA_TYPE_UNSUPPORTED');
    expect(message).toContain('application/json, application/yaml');
  });

  it('of more than 255 characters is a 415, and its parameters are not read', async () => {
    const fits = `application/json;${' '.repeat(255 - 'application/json;a=b'.length)}a=b`;
    expect(await read('{"a":1}', fits)).toEqual({ a: 1 });
    expect((await refusal('{}', ` ${fits.replace('a=b', ' a=b')}`)).code).toBe('MEDIA_TYPE_UNSUPPORTED');
  });

  it('must be one that the route accepts', async () => {
    const rules = { mediaTypes: JSON_ONLY, required: true };
    expect((await refusal('{}', 'text/yaml', rules)).code).toBe('MEDIA_TYPE_UNSUPPORTED');
  });

  it('of a compressed body is rejected', async () => {
    const { code } = await refusal('{}', 'application/json', RULES, 1000, { 'content-encoding': 'gzip' });
    expect(code).toBe('MEDIA_TYPE_UNSUPPORTED');
  });

  it('is ignored without a body', async () => {
    expect(await read('', null, { ...RULES, required: false })).toBeUndefined();
    expect((await refusal('', 'text/plain')).message).toContain('no body');
  });
});

describe('an absent body', () => {
  it.each([
    ['', 'application/json'],
    [' \r\n\t', 'application/json'],
    ['{}', 'application/json'],
    ['# nothing here\n', 'application/yaml'],
    ['{}', 'application/yaml'],
  ])('is treated like %j where no body is required', async (text, contentType) => {
    expect(await read(text, contentType, { ...RULES, required: false })).toBeUndefined();
  });

  it('is not treated like an array', async () => {
    expect(await read('[]', 'application/json', { ...RULES, required: false })).toEqual([]);
  });

  it.each([
    ['null', 'application/json', true],
    ['null', 'application/json', false],
    ['null', 'application/yaml', true],
    ['null', 'application/yaml', false],
  ])('is not treated like %s as %s, which is rejected (body required: %s)', async (text, contentType, required) => {
    const { code, message } = await refusal(text, contentType, { ...RULES, required });
    expect(code).toBe('BODY_INVALID');
    expect(message).toContain(required ? 'Send an object.' : 'Send an object, or no body at all.');
  });
});

describe('the bytes', () => {
  it.each([[0xff], [0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d], [0xed, 0xa0, 0x80]])(
    '%j are a 400 because they are not UTF-8',
    async (...bytes) => {
      const { code, message } = await refusal(Uint8Array.from(bytes.flat()), 'application/json');
      expect(code).toBe('BODY_INVALID');
      expect(message).toContain('not valid UTF-8');
    },
  );

  it('may have the size of the limit, and not one byte more', async () => {
    const fits = JSON.stringify({ a: 'x'.repeat(92) });
    expect(await read(fits, 'application/json', RULES, 100)).toHaveProperty('a');
    expect(await refusal(`${fits} `, 'application/json', RULES, 100)).toMatchObject({
      code: 'BODY_TOO_LARGE',
      details: { limit: 100 },
    });
  });

  it('are rejected unread if Content-Length is over the limit', async () => {
    let pulled = false;
    const stream = new ReadableStream(
      {
        pull() {
          pulled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const { code } = await refusal(stream, 'application/json', RULES, 100, { 'content-length': '101' });
    expect(code).toBe('BODY_TOO_LARGE');
    expect(pulled).toBe(false);
  });

  it('are counted as they arrive, and the rest is not read', async () => {
    let chunks = 0;
    let cancelled = false;
    const endless = new ReadableStream(
      {
        pull(controller) {
          chunks += 1;
          controller.enqueue(new Uint8Array(40).fill(0x20));
        },
        cancel() {
          cancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    expect((await refusal(endless, 'application/json', RULES, 100)).code).toBe('BODY_TOO_LARGE');
    expect(chunks).toBe(3);
    expect(cancelled).toBe(true);
  });

  it('that end early are a 400', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.error(new Error('reset'));
      },
    });
    expect(await refusal(broken, 'application/json')).toMatchObject({
      code: 'BODY_INVALID',
      message: 'The body could not be read completely: send it again.',
    });
  });
});
