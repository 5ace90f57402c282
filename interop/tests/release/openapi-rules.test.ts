import { describe, expect, it } from 'vitest';
import { installedPlugins } from '../../src/release/canary/installed-plugins.ts';
import { documentOf, wholeDocument } from '../../src/release/client/whole-document.ts';
import { redoclyProblems } from '../../src/release/openapi-rules/redocly-problems.ts';

const plugins = await installedPlugins();
/** A sample checks the documents with every plugin and without plugins. */
const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';

describe('the OpenAPI document keeps the rules that Redocly recommends', () => {
  it('with every plugin', async () => {
    expect(await redoclyProblems(await wholeDocument())).toEqual([]);
  });

  it('without plugins', async () => {
    expect(await redoclyProblems(await documentOf([]))).toEqual([]);
  });

  it.skipIf(SAMPLED).each(plugins.map((plugin) => ({ plugin, id: plugin.id })))(
    'with $id alone',
    async ({ plugin }) => {
      expect(await redoclyProblems(await documentOf([plugin]))).toEqual([]);
    },
  );
});

it('a document that breaks a rule is reported with the place', async () => {
  const document = (await wholeDocument()) as { readonly info: object };
  const { license: _license, ...info } = document.info as { readonly license?: object };
  expect(await redoclyProblems({ ...document, info })).toEqual([
    'warn info-license: Info object should contain `license` field. (#/info)',
  ]);
});
