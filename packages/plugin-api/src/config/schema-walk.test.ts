import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configFields, membersOf } from './schema-walk.ts';
import { hidden, secret } from './secret.ts';

const exposures = (schema: z.ZodType) =>
  Object.fromEntries(configFields(schema).map(({ path, exposure }) => [path, exposure]));

describe('configFields', () => {
  it('lists the leaves of nested objects with their paths', () => {
    const schema = z.strictObject({
      host: z.string(),
      okta: z.strictObject({ idp: z.strictObject({ host: z.string() }), password: secret(z.string()) }).optional(),
    });
    expect(exposures(schema)).toEqual({ host: 'public', 'okta.idp.host': 'public', 'okta.password': 'secret' });
  });

  it('unites the options of a discriminated union, each field as strict as its strictest option', () => {
    const schema = z.discriminatedUnion('authenticationType', [
      z.strictObject({ authenticationType: z.literal('userPassword'), user: hidden(z.string()), key: z.string() }),
      z.strictObject({ authenticationType: z.literal('key'), user: z.string(), key: secret(z.string()) }),
    ]);
    expect(exposures(schema)).toEqual({ authenticationType: 'public', user: 'hidden', key: 'secret' });
  });

  it('unites unions of unions and intersections', () => {
    const account = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('a'), a: z.string() }),
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('b'), b: secret(z.string()) }),
        z.strictObject({ kind: z.literal('c'), c: z.strictObject({ d: hidden(z.string()) }) }),
      ]),
    ]);
    const schema = z.intersection(z.strictObject({ host: z.string() }), account);
    expect(exposures(schema)).toEqual({ host: 'public', kind: 'public', a: 'public', b: 'secret', 'c.d': 'hidden' });
  });

  it('lets a mark on an object mark everything inside', () => {
    const schema = z.strictObject({
      key: secret(z.strictObject({ content: z.string(), name: hidden(z.string()) })).optional(),
    });
    expect(exposures(schema)).toEqual({ 'key.content': 'secret', 'key.name': 'secret' });
    expect(exposures(hidden(z.strictObject({ a: z.string() })))).toEqual({ a: 'hidden' });
  });

  it('treats an optional object as an object', () => {
    const audit = z.strictObject({ enabled: z.boolean() });
    const schema = z.strictObject({
      a: audit.nullish(),
      b: z.union([audit, z.null()]),
      c: audit.default({ enabled: false }),
      d: z.preprocess((value) => value, audit),
    });
    expect(Object.keys(exposures(schema))).toEqual(['a.enabled', 'b.enabled', 'c.enabled', 'd.enabled']);
  });

  it('hides the whole value if one variant is an object with a secret and another is not', () => {
    const schema = z.strictObject({
      mixed: z.union([z.string(), z.strictObject({ token: secret(z.string()) })]),
    });
    expect(exposures(schema)).toEqual({ mixed: 'secret' });
    const byOption = z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('a'), auth: z.string() }),
      z.strictObject({ type: z.literal('b'), auth: z.strictObject({ token: secret(z.string()) }) }),
    ]);
    expect(exposures(byOption)).toEqual({ type: 'public', auth: 'secret' });
  });

  it('hides the whole list or record if it contains a secret', () => {
    const schema = z.strictObject({
      accounts: z.array(z.strictObject({ password: secret(z.string()) })),
      labels: z.record(z.string(), z.string()),
    });
    expect(exposures(schema)).toEqual({ accounts: 'secret', labels: 'public' });
  });

  it('ends on an object that contains itself', () => {
    const tree = z.strictObject({
      name: z.string(),
      token: secret(z.string()),
      get child(): z.ZodType {
        return tree.optional();
      },
    });
    expect(exposures(tree)).toEqual({ name: 'public', token: 'secret', child: 'secret' });
  });

  it('returns the schema of each leaf', () => {
    const host = z.string();
    expect(configFields(z.strictObject({ host }))[0]?.schema).toBe(host);
  });

  it('finds a secret at any depth', () => {
    const nest = fc.letrec<{ schema: z.ZodType }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.constant(secret(z.string())),
        tie('schema').map((inner) => inner.optional()),
        tie('schema').map((inner) => z.strictObject({ open: z.string(), inner })),
        tie('schema').map((inner) => z.array(inner)),
        tie('schema').map((inner) => z.union([z.number(), inner])),
        tie('schema').map((inner) => z.preprocess((value) => value, inner)),
        tie('schema').map((inner) => inner.refine(() => true).describe('x')),
      ),
    })).schema;
    fc.assert(
      fc.property(nest, (inner) => {
        const fields = configFields(z.strictObject({ root: inner }));
        expect(fields.filter(({ exposure }) => exposure === 'secret')).toHaveLength(1);
        for (const { path, exposure } of fields) if (exposure === 'public') expect(path).toMatch(/open$/);
      }),
    );
  });
});

describe('membersOf', () => {
  it('returns undefined for schemas that are not objects', () => {
    for (const schema of [z.string(), z.array(z.strictObject({})), z.union([z.strictObject({}), z.string()])]) {
      expect(membersOf(schema)).toBeUndefined();
    }
  });

  it('returns the members of an object, none for an empty one', () => {
    expect([...(membersOf(z.strictObject({ a: z.string() })) ?? [])].map(([name]) => name)).toEqual(['a']);
    expect(membersOf(z.strictObject({}))?.size).toBe(0);
  });
});
