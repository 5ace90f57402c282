import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shellQuote } from './shell-quote.ts';

const hostile = fc.string({
  unit: fc.constantFrom(
    "'",
    '"',
    '\\',
    '$',
    '`',
    ';',
    '&',
    '|',
    '\n',
    '#',
    '*',
    ' ',
    '(',
    ')',
    '-',
    '!',
    '~',
    'a',
    'ü',
  ),
  maxLength: 20,
});

// These tests need a POSIX shell.
it.skipIf(process.platform === 'win32')('quotes any text as one word of a real shell', () => {
  const values = fc.sample(fc.oneof(hostile, fc.string()), 400).filter((value) => !value.includes('\0'));
  const script = values.map((value) => `printf '%s\\0' ${shellQuote(value)}`).join('\n');
  const { stdout, status } = spawnSync('sh', { input: script, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toBe(values.map((value) => `${value}\0`).join(''));
});
