import { expect, it } from 'vitest';
import { SAMPLES } from '../samples.ts';
import { configSchema } from './config-schema.ts';

const [sample = {}] = Object.values(SAMPLES);

/** Returns the problems that the schema reports for the sample with some members changed. */
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
  [{ database: 'MySQL' }, 'database: This database belongs to the platform'],
  [{ database: 'a'.repeat(65) }, 'database: The name is longer than 64'],
  [{ database: 'a ' }, 'database: A database name must not end with a space'],
  [{ database: 'a\0b' }, 'database: The name contains a character'],
  [{ username: '😀' }, 'username: The name contains a character'],
  [{ connectionLimit: 0 }, 'connectionLimit: '],
  [{ authenticationType: 'none' }, 'authenticationType: Set authenticationType to a sign-in method'],
])('reports the issue of %o', (changes, issue) => {
  expect(issues(changes)).toEqual([expect.stringContaining(issue)]);
});
