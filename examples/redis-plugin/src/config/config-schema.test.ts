import { expect, it } from 'vitest';
import { SAMPLES } from '../samples.ts';
import { configSchema } from './config-schema.ts';

const sample = SAMPLES.password;

/** Returns the issues of the sample with some changed members. */
function issues(changes: object): readonly string[] {
  const { error } = configSchema.safeParse({ ...sample, ...changes });
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

it('accepts every sample', () => {
  for (const config of Object.values(SAMPLES)) expect(configSchema.safeParse(config).error).toBeUndefined();
});

it('normalizes the host', () => {
  expect(configSchema.parse({ ...sample, host: ' DB.Example.COM ' }).host).toBe('db.example.com');
});

it.each([
  [{ host: 'https://db.example.com' }, 'host: Enter the host name only'],
  [{ prefix: 'a*' }, 'prefix: Use letters, digits'],
  [{ username: 'a b' }, 'username: The name contains a character'],
  [{ username: 'default' }, 'username: The account "default"'],
  [{ access: 'all' }, 'access: '],
  [{ authenticationType: 'none' }, 'authenticationType: Set authenticationType to a sign-in method'],
])('reports the issue of %o', (changes, issue) => {
  expect(issues(changes)).toEqual([expect.stringContaining(issue)]);
});
