import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { literalQuoter } from '../src/dialect/quote-literal.ts';
import { type Administrator, administrator } from './support/administrator.ts';

let server: RunningPostgres;
let admin: Administrator;

beforeAll(async () => {
  server = await startPostgres();
  admin = await administrator(server);
});

afterAll(async () => {
  await admin.end();
  await server.stop();
});

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom("'", '\\', "\\'", "''", '\\\\', '\n', ';', '--', '/*', '$$', 'E'),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''))
  .filter((text) => !/\p{Surrogate}/u.test(text));

/** With the setting off, PostgreSQL reads backslashes in quotes as Amazon Redshift does. */
describe.each([
  ['redshift', 'off'],
  ['postgresql', 'off'],
  ['postgresql', 'on'],
] as const)('literals of %s, with standard_conforming_strings %s', (engine, setting) => {
  it('are returned by the server unchanged', async () => {
    await admin.rows(`SET standard_conforming_strings TO ${setting}`);
    const quote = literalQuoter(engine);
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        expect(await admin.rows(`SELECT ${quote(text)} AS value`)).toEqual([{ value: text }]);
      }),
    );
  });
});
