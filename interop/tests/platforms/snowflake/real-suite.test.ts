import { snowflake } from '@portcullis/plugin-snowflake';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusals } from '../../../src/platforms/snowflake/emulator/refusal.ts';
import {
  body,
  SIGN_IN,
  type SnowflakeEnvironment,
  startEnvironment,
} from '../../../src/platforms/snowflake/test-environment.ts';
import { fingerprint } from '../../../src/shared/emulator/fingerprint.ts';
import { runRealSuite } from '../../../src/shared/run-real-suite.ts';

let environment: SnowflakeEnvironment;
let output: string[];

beforeEach(async () => {
  environment = await startEnvironment();
  output = [];
  for (const channel of ['log', 'error'] as const) {
    vi.spyOn(console, channel).mockImplementation(
      (...words: unknown[]) => void output.push(words.map(String).join(' ')),
    );
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  process.exitCode = 0;
  await environment.close();
});

const run = () =>
  runRealSuite({
    plugin: snowflake({ endpoint: environment.emulator.address }),
    prefix: 'PORTCULLIS_TRIAL_',
    variables: {},
    needed: () => [],
    config: () => body(true, SIGN_IN.password).config,
    credentials: () => SIGN_IN.password,
    edit: () => ({ audit: { enabled: true } }),
  });

it('runs every step and restores the account', async () => {
  const before = fingerprint(environment.emulator.account);
  await run();
  expect(output.at(-1)).toBe('11 passed, 0 failed, 0 skipped');
  expect(fingerprint(environment.emulator.account)).toBe(before);
});

it('removes its objects if a step fails, and exits with an error code', async () => {
  const before = fingerprint(environment.emulator.account);
  environment.emulator.failNext('GRANT IMPORTED PRIVILEGES', refusals.insufficient('account.'));
  await run();
  expect(output.at(-1)).toMatch(/[1-9] failed, 0 skipped$/);
  expect(process.exitCode).toBe(1);
  expect(fingerprint(environment.emulator.account)).toBe(before);
});

it('starts nothing if an object of the same name exists', async () => {
  const theirs = { owner: 'SYSADMIN', comment: '', schemas: new Map(), attachedPolicies: 0 };
  environment.emulator.account.databases.set('GOVERNANCE', theirs);
  const before = fingerprint(environment.emulator.account);
  await run();
  expect(output.at(-1)).toBe('0 passed, 1 failed, 0 skipped');
  expect(fingerprint(environment.emulator.account)).toBe(before);
});

it('prints the script if the removal also fails', async () => {
  environment.emulator.failNext('DROP DATABASE', refusals.insufficient("database 'GOVERNANCE'."));
  await run();
  expect(output.join('\n')).toContain('DROP DATABASE "GOVERNANCE"');
});
