import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { synapse } from '@portcullis/plugin-synapse';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BIGQUERY } from '../../src/platforms/bigquery/real/suite.ts';
import { DATABRICKS } from '../../src/platforms/databricks/real/suite.ts';
import { REDSHIFT } from '../../src/platforms/redshift/real/suite.ts';
import { S3 } from '../../src/platforms/s3/real/suite.ts';
import { SNOWFLAKE } from '../../src/platforms/snowflake/real/suite.ts';
import { ADMINISTRATOR } from '../../src/platforms/synapse/emulator/emulator.ts';
import { SYNAPSE } from '../../src/platforms/synapse/real/suite.ts';
import { startEnvironment } from '../../src/platforms/synapse/test-environment.ts';
import { type RealSuite, runRealSuite } from '../../src/shared/run-real-suite.ts';

const SUITES = { BIGQUERY, DATABRICKS, REDSHIFT, S3, SNOWFLAKE, SYNAPSE };
const CASES = Object.values(SUITES).map((suite) => [suite.plugin.type, suite] as const);
const folder = join(import.meta.dirname, '../..');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');

let output: string[];
beforeEach(() => {
  output = [];
  for (const channel of ['log', 'error'] as const) {
    vi.spyOn(console, channel).mockImplementation(
      (...words: unknown[]) => void output.push(words.map(String).join(' ')),
    );
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = 0;
});

/** Sets the variables of a suite, and removes other variables of its prefix. */
function setVariables({ prefix, variables }: RealSuite, values: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(variables)) vi.stubEnv(`${prefix}${name}`, values[name] ?? '');
}

describe.each(CASES)('the suite for a real %s', (_type, suite) => {
  it('lists its variables in the README, and starts nothing without them', async () => {
    for (const [name, what] of Object.entries(suite.variables))
      expect(readme.replaceAll(/ +/g, ' ')).toContain(`| \`${suite.prefix}${name}\` | ${what} |`);
    setVariables(suite, {});
    await runRealSuite(suite);
    const needed = suite.needed(() => undefined).map((name) => `${suite.prefix}${name}`);
    expect(output).toEqual([`  skipped: ${needed.join(', ')} not set`, '0 passed, 0 failed, 1 skipped']);
  });

  it('has a command', () => {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const command = `${suite.prefix.replace(/^PORTCULLIS_|_$/g, '').toLowerCase()}:real`;
    expect(scripts[command]).toBe(
      `node --conditions=source src/platforms/${command.replace(':real', '')}/real/suite.ts`,
    );
  });
});

it('is one of a complete list', () => {
  const files = globSync('src/platforms/*/real/suite.ts', { cwd: folder });
  expect(files).toHaveLength(CASES.length);
});

it('runs every step against the emulator of a pool, and restores the server', async () => {
  const environment = await startEnvironment();
  const before = environment.emulator.fingerprint();
  const plugin = synapse({
    localPorts: [environment.emulator.port],
    certificateAuthorities: [environment.emulator.ca],
  });
  const { userName: USERNAME, password: PASSWORD } = ADMINISTRATOR;
  setVariables(SYNAPSE, { HOST: 'localhost', DATABASE: 'governance', USERNAME, PASSWORD });
  const config: RealSuite['config'] = (read) => ({ ...SYNAPSE.config(read), port: environment.emulator.port });
  await runRealSuite({ ...SYNAPSE, plugin, config });
  expect(output.at(-1)).toBe('11 passed, 0 failed, 0 skipped');
  expect(environment.emulator.fingerprint()).toBe(before);
  await environment.close();
});
