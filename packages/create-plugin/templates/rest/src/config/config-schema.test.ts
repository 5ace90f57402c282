import { expect, it } from 'vitest';
import { SAMPLES } from '../samples.ts';
import { configSchema } from './config-schema.ts';

const [sample = {}] = Object.values(SAMPLES);

/** Returns the issues of the sample with some changed members. */
function issues(changes: object): readonly string[] {
  const { error } = configSchema.safeParse({ ...sample, ...changes });
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

it('accepts every sample', () => {
  for (const config of Object.values(SAMPLES)) expect(configSchema.safeParse(config).error).toBeUndefined();
});

it('normalizes the host', () => {
  expect(configSchema.parse({ ...sample, host: ' API.Example.COM ' }).host).toBe('api.example.com');
});

it.each([
  [{ host: 'https://api.example.com' }, 'host: Enter the host name only'],
  [{ space: '' }, 'space: The name is empty'],
  [{ readers: '..' }, 'readers: The name must not be'],
  [{ retentionDays: 0 }, 'retentionDays: '],
  [{ authenticationType: 'none' }, 'authenticationType: Set authenticationType to a sign-in method'],
])('reports the issue of %o', (changes, issue) => {
  expect(issues(changes)).toEqual([expect.stringContaining(issue)]);
});
