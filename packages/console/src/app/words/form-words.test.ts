import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../form/json-schema.ts';
import { fieldTitles } from './field-titles.ts';
import { formWords } from './form-words.ts';

const enabled: JsonSchema = { type: 'object', properties: { enabled: { type: 'boolean' } } };
const variant = (kind: string, more: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  properties: { authenticationType: { const: kind }, impersonation: enabled, role: { type: 'string' }, ...more },
});
const CONFIG: JsonSchema = {
  oneOf: [variant('userPassword', {}), variant('okta', { idpHost: { type: 'string', title: 'Host of the provider' } })],
};
const titles = fieldTitles({ configSchema: CONFIG as never });

describe('a text of the service', () => {
  it('names fields by their titles', () => {
    expect(formWords('impersonation.enabled is false.', titles)).toBe('“Impersonation: Enabled” is off.');
    expect(formWords('idpHost is empty; config.role is not.', titles)).toBe(
      '“Host of the provider” is empty; “Role” is not.',
    );
  });

  it('speaks of edits and settings', () => {
    expect(formWords('config.impersonation.enabled is false: set it to true with PUT.', titles)).toBe(
      '“Impersonation: Enabled” is off: switch it on in an edit.',
    );
    expect(formWords('It stopped. PUT or DELETE continues it.')).toBe(
      'It stopped. An edit or a deletion continues it.',
    );
    expect(formWords('The journal says what was done; PUT or DELETE continues it.')).toBe(
      'The journal says what was done; an edit or a deletion continues it.',
    );
  });

  it('keeps words that only look like fields', () => {
    const text = 'The role of cluster.example.com is not false.';
    expect(formWords(text, titles)).toBe(text);
  });
});

/** Words that are in no text of a form. Fields of a config and the methods of HTTP are the API's. */
const API_WORDS =
  /\b(PUT|POST|PATCH)\b|\b(DELETE|GET) \/|\bDELETE (with|again)|\bautoBootstrap\b|\bforceDisable\b|\bdryRun\b|\bthe body\b|\bconfig\.\w/;

/** The sources whose texts reach the console, and names of files whose texts do not. */
const SOURCES = '{packages/core/src/integrations,packages/core/src/changes,plugins/*/src}/**/*.ts';
const OTHERS = /\.test\.ts$|\/(tenants|decisions|connection)\//;

describe('the texts of the core and the plugins', () => {
  const root = join(import.meta.dirname, '../../../../..');
  const texts = globSync(SOURCES, { cwd: root })
    .filter((path) => !OTHERS.test(path))
    .flatMap((path) => textsOf(readFileSync(join(root, path), 'utf8')).map((text) => ({ path, text })));

  it('have no word of the API in a form', () => {
    expect(texts.length).toBeGreaterThan(500);
    const left = texts.filter(({ text }) => API_WORDS.test(formWords(text)));
    expect(left).toEqual([]);
  });
});

/** Returns the sentences in a source: strings with a space and an end, without comments. */
function textsOf(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, plain, template]) => (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, 'X'))
    .filter((text) => /[a-z]+ [a-z]+/.test(text));
}
