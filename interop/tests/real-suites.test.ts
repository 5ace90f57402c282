import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { synapse } from '@portcullis/plugin-synapse';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BIGQUERY } from '../src/real/bigquery.ts';
import { DATABRICKS } from '../src/real/databricks.ts';
import { REDSHIFT } from '../src/real/redshift.ts';
import { type RealSuite, runRealSuite } from '../src/real/run-real-suite.ts';
import { S3 } from '../src/real/s3.ts';
import { SNOWFLAKE } from '../src/real/snowflake.ts';
import { SYNAPSE } from '../src/real/synapse.ts';
import { ADMINISTRATOR } from '../src/synapse-emulator/emulator.ts';
import { startTrial } from './synapse/trial.ts';

vi.setConfig({ testTimeout: 60_000 });

const SUITES = { BIGQUERY, DATABRICKS, REDSHIFT, S3, SNOWFLAKE, SYNAPSE };
const CASES = Object.values(SUITES).map((suite) => [suite.plugin.type, suite] as const);
const folder = join(import.meta.dirname, '..');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');

let said: string[];
beforeEach(() => {
  said = [];
  for (const channel of ['log', 'error'] as const) {
    vi.spyOn(console, channel).mockImplementation((...words: unknown[]) => void said.push(words.map(String).join(' ')));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = 0;
});

/** Sets the variables of a suite, and takes away what this machine may have set. */
function setVariables({ prefix, variables }: RealSuite, values: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(variables)) vi.stubEnv(`${prefix}${name}`, values[name] ?? '');
}

describe.each(CASES)('the suite for a real %s', (_type, suite) => {
  it('says in the README which variables it takes, and begins nothing without them', async () => {
    for (const [name, what] of Object.entries(suite.variables))
      expect(readme.replaceAll(/ +/g, ' ')).toContain(`| \`${suite.prefix}${name}\` | ${what} |`);
    setVariables(suite, {});
    await runRealSuite(suite);
    const needed = suite.needed(() => undefined).map((name) => `${suite.prefix}${name}`);
    expect(said).toEqual([`Skipped: ${needed.join(', ')} not set.`, '0 passed, 0 failed, 1 skipped']);
  });

  it('has a command', () => {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const command = `${suite.prefix.replace(/^PORTCULLIS_|_$/g, '').toLowerCase()}:real`;
    expect(scripts[command]).toBe(`node --conditions=source src/real/${command.replace(':real', '')}.ts`);
  });
});

it('leaves no suite out', () => {
  const files = globSync('src/real/*.ts', { cwd: folder }).filter((path) => !path.endsWith('run-real-suite.ts'));
  expect(files).toHaveLength(CASES.length);
});

it('goes through every step against the emulator of a pool, and leaves the server as it was', async () => {
  const trial = await startTrial();
  const before = trial.emulator.fingerprint();
  const plugin = synapse({ localPorts: [trial.emulator.port], certificateAuthorities: [trial.emulator.ca] });
  const { userName: USERNAME, password: PASSWORD } = ADMINISTRATOR;
  setVariables(SYNAPSE, { HOST: 'localhost', DATABASE: 'governance', USERNAME, PASSWORD });
  const config: RealSuite['config'] = (read) => ({ ...SYNAPSE.config(read), port: trial.emulator.port });
  await runRealSuite({ ...SYNAPSE, plugin, config });
  expect(said.at(-1)).toBe('11 passed, 0 failed');
  expect(trial.emulator.fingerprint()).toBe(before);
  await trial.close();
});
