import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bigquerySetup } from './bigquery-setup.ts';
import { terraformQuote } from './terraform-quote.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'portcullis-terraform-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs Terraform in isolation: no providers, no user configuration, no check for updates. */
function terraform(words: readonly string[], input: string) {
  const env = { PATH: process.env.PATH, HOME: directory, CHECKPOINT_DISABLE: '1', TF_CLI_CONFIG_FILE: '/dev/null' };
  return spawnSync('terraform', words, { cwd: directory, env, input, encoding: 'utf8' });
}

const isMissing = spawnSync('terraform', ['-help'], { env: { PATH: process.env.PATH, CHECKPOINT_DISABLE: '1' } }).error;

describe.skipIf(isMissing)('Terraform itself', () => {
  it('parses the configuration, which is already formatted', () => {
    const { terraform: written } = bigquerySetup({
      project: 'example.com:analytics',
      role: 'portcullis',
      dataset: 'governance',
    });
    expect(terraform(['fmt', '-'], written)).toMatchObject({ status: 0, stderr: '', stdout: written });
  });

  it('reads each quoted value literally', () => {
    const unit = fc.constantFrom(
      '$',
      '%',
      '{',
      '}',
      '"',
      '\\',
      '\n',
      '\r',
      '\t',
      '\b',
      '\u0000',
      '~',
      'u',
      '0',
      ' ',
      'ü',
    );
    const values = ['$' + '{1+1}', '$$' + '{1+1}', '%' + '{if true}', ...fc.sample(fc.string({ unit }), 200)];
    const expression = `base64encode(jsonencode([${values.map(terraformQuote).join(', ')}]))`;
    const { status, stdout } = terraform(['console'], `${expression}\n`);
    expect(status).toBe(0);
    const [, encoded = ''] = /^"(.*)"$/.exec(stdout.trim()) ?? [];
    expect(JSON.parse(Buffer.from(encoded, 'base64').toString())).toEqual(values);
  });
});
