import { expect, it } from 'vitest';
import type { z as Current } from 'zod';
import { z } from 'zod-oldest';
import { configFields } from './schema-walk.ts';
import { exposureOf, secret } from './secret.ts';

/** Typed as the current version: the compiler cannot know the zod of a host. */
const oldest = z as unknown as typeof Current;
const password = () => secret(oldest.string());

// Before zod 4.3 most of these lost the metadata of the schema they were called on.
it.each([
  ['min', () => password().min(3)],
  ['regex', () => password().regex(/x/)],
  ['trim', () => password().trim()],
  ['refine', () => password().refine(() => true)],
  ['check', () => password().check(oldest.minLength(2))],
  ['optional', () => password().min(3).optional()],
  ['describe', () => password().min(3).describe('what it is for')],
  ['a union', () => oldest.union([oldest.number(), password().min(3)])],
  ['preprocess', () => oldest.preprocess(String, password().min(3))],
])('a mark survives %s in the oldest supported zod', (_, schema) => {
  expect(exposureOf(schema())).toBe('secret');
});

it('finds the fields of a config made with it', () => {
  const config = oldest.discriminatedUnion('kind', [
    oldest.strictObject({ kind: oldest.literal('a'), okta: oldest.strictObject({ password: password().min(8) }) }),
    oldest.strictObject({ kind: oldest.literal('b'), token: password().min(8).optional() }),
  ]);
  expect(
    configFields(config)
      .filter(({ exposure }) => exposure === 'secret')
      .map(({ path }) => path),
  ).toEqual(['okta.password', 'token']);
});
