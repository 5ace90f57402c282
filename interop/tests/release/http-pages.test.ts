import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wholeDocument } from '../../src/release/client/whole-document.ts';
import type { Document } from '../../src/release/http-pages/document.ts';
import { httpPages } from '../../src/release/http-pages/http-pages.ts';
import { prose } from '../../src/release/http-pages/prose.ts';
import { schemaRows } from '../../src/release/http-pages/schema-rows.ts';

const folder = join(import.meta.dirname, '../../..', 'docs/reference/http');
const document = (await wholeDocument()) as unknown as Document;
const pages = httpPages(document);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, ...operation })),
);

describe('the pages of the HTTP interface', () => {
  it('are those of the OpenAPI document: run `pnpm docs:http`', () => {
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(pages).toSorted());
    for (const [file, text] of Object.entries(pages)) expect(text).toBe(readFileSync(join(folder, file), 'utf8'));
  });

  it.each(operations)('have a section of $route, with each error code', ({ route, tags: [tag = ''], responses }) => {
    const [, section = ''] = (pages[`${tag.toLowerCase()}.md`] ?? '').split(`## \`${route}\`\n`);
    const [own = ''] = section.split('\n## ');
    const codes = Object.entries(responses)
      .filter(([status]) => status !== '503' && Number(status) >= 400)
      .flatMap(([, { content }]) => Object.keys(content?.['application/json']?.examples ?? {}));
    expect(codes.length).toBeGreaterThan(1);
    expect(codes.filter((code) => !own.includes(`[\`${code}\`](../errors.md#${code.toLowerCase()})`))).toEqual([]);
  });
});

it.each([
  ['secrets are {{slots}}', 'secrets are `{{slots}}`'],
  ['[{ path, message }] or <none>', '[`{ path, message }`] or &lt;none>'],
  ['as `<a>; {b}`\n\nand', 'as `<a>; {b}` and'],
])('the text %j is %j in Markdown', (text, markdown) => {
  expect(prose(text)).toBe(markdown);
});

it('the rows of a schema have members at every depth, their values and limits', () => {
  const schema = {
    properties: {
      a: {
        type: 'object',
        properties: { b: { type: 'integer', minimum: 1, maximum: 9, default: 5 } },
        required: ['b'],
      },
      list: { type: 'array', items: { properties: { kind: { enum: ['x', 'y'] } } }, maxItems: 3 },
      plan: { $ref: '#/components/schemas/Plan' },
      config: { $ref: '#/components/schemas/trino.config' },
      secret: { type: 'string', format: 'password' },
      text: { anyOf: [{ type: 'string', maxLength: 10 }, { type: 'null' }] },
    },
    required: ['a'],
  };
  expect(schemaRows(schema).map(({ path, values, required }) => [path, values, required])).toEqual([
    ['a', 'object', true],
    ['a.b', 'integer, 1 to 9; default `5`', true],
    ['list', 'list of any value, 0 to 3 elements', false],
    ['list[].kind', '`x`, `y`', false],
    ['plan', '[Plan](schemas.md#plan)', false],
    ['config', 'object, see [its platform](../../platforms.md)', false],
    ['secret', 'string, secret', false],
    ['text', 'string, 0 to 10 characters or null', false],
  ]);
});
