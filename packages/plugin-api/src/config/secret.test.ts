import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deepExposureOf, type Exposure, exposureOf, hidden, secret, strictest } from './secret.ts';

const password = () => secret(z.string());

describe.each([
  ['secret', secret],
  ['hidden', hidden],
] as const)('%s()', (exposure, mark) => {
  const marked = () => mark(z.string());

  it.each([
    ['nothing', marked()],
    ['optional', marked().optional()],
    ['nullable', marked().nullable()],
    ['nullish', marked().nullish()],
    ['default', marked().default('x')],
    ['prefault', marked().prefault('x')],
    ['catch', marked().catch('x')],
    ['readonly', marked().readonly()],
    ['nonoptional', marked().optional().nonoptional()],
    ['describe', marked().describe('what it is for')],
    ['meta', marked().meta({ title: 'Title' })],
    ['register', marked().register(z.globalRegistry, { title: 'Title' })],
    ['min', marked().min(3)],
    ['regex', marked().regex(/x/)],
    ['trim', marked().trim()],
    ['refine', marked().refine(() => true)],
    ['superRefine', marked().superRefine(() => {})],
    ['check', marked().check(z.minLength(3))],
    ['overwrite', marked().overwrite((value) => value)],
    ['brand', marked().brand('Brand')],
    ['clone', marked().clone()],
    ['transform', marked().transform((value) => value.length)],
    ['pipe', marked().pipe(z.string())],
    ['a pipe into it', z.string().pipe(marked())],
    ['preprocess', z.preprocess((value) => value, marked())],
    ['codec', z.codec(marked(), z.number(), { decode: Number, encode: String })],
    ['a union', z.union([z.number(), marked()])],
    ['or', z.number().or(marked())],
    ['an intersection', z.intersection(z.string(), marked())],
    ['lazy', z.lazy(() => marked())],
    ['several of these', z.preprocess((value) => value, z.union([z.null(), marked().min(3).optional()])).describe('x')],
  ])('survives %s', (_, schema) => {
    expect(exposureOf(schema)).toBe(exposure);
    expect(deepExposureOf(schema)).toBe(exposure);
  });

  it('survives operations on the object around it', () => {
    const around = z.strictObject({ field: marked(), other: z.string() });
    const objects = [
      around.partial(),
      around.pick({ field: true }),
      around.extend({ more: z.string() }),
      around.required(),
    ];
    for (const object of objects) expect(exposureOf(object.shape.field)).toBe(exposure);
  });

  it('changes neither the given schema nor the values that it accepts', () => {
    const plain = z.string().min(3);
    const schema = mark(plain);
    expect(exposureOf(plain)).toBe('public');
    expect(schema.safeParse('ab').success).toBe(false);
    expect(schema.parse('abc')).toBe('abc');
  });

  it('keeps the title and the description, and marks the value as hidden for forms', () => {
    const schema = mark(z.string().meta({ title: 'Title', description: 'Description' }));
    expect(z.toJSONSchema(schema)).toMatchObject({ title: 'Title', description: 'Description', writeOnly: true });
  });

  it('marks the value in the JSON Schema with the exposure, under a keyword for extensions', () => {
    const schema = mark(z.string());
    expect(z.toJSONSchema(schema)).toHaveProperty('x-portcullis-exposure', exposureOf(schema));
  });

  it('can be put on a schema that refers to itself', () => {
    const tree = mark(
      z.strictObject({
        name: z.string(),
        get child(): z.ZodType {
          return tree.optional();
        },
      }),
    );
    expect(exposureOf(tree)).toBe(exposure);
    expect(deepExposureOf(tree)).toBe(exposure);
  });
});

describe('exposureOf', () => {
  it('is public without a mark', () => {
    expect(exposureOf(z.string().optional().describe('password'))).toBe('public');
  });

  it('uses the stricter of two marks, in any order', () => {
    expect(exposureOf(hidden(password()))).toBe('secret');
    expect(exposureOf(secret(hidden(z.string())))).toBe('secret');
    expect(exposureOf(hidden(password().optional()))).toBe('secret');
    expect(exposureOf(z.union([hidden(z.string()), password()]))).toBe('secret');
  });

  it('ignores members and elements, which have their own paths or marks', () => {
    expect(exposureOf(z.strictObject({ password: password() }))).toBe('public');
  });
});

describe('deepExposureOf', () => {
  it.each([
    ['an array', z.array(password())],
    ['a tuple', z.tuple([z.string(), password()])],
    ['the rest of a tuple', z.tuple([z.string()], password())],
    ['the values of a record', z.record(z.string(), password())],
    ['the keys of a record', z.record(password(), z.string())],
    ['a map', z.map(z.string(), password())],
    ['a set', z.set(password())],
    ['an object in an array', z.array(z.strictObject({ password: password() }))],
    ['the other members of an object', z.object({}).catchall(password())],
    ['a template literal', z.templateLiteral(['token-', password()])],
  ])('finds a secret in %s', (_, schema) => {
    expect(deepExposureOf(schema)).toBe('secret');
  });

  it('ends on a schema that refers to itself', () => {
    const list: z.ZodType = z.lazy(() => z.array(list));
    expect(deepExposureOf(list)).toBe('public');
  });

  it('treats an endless schema as a secret', () => {
    const endless = (): z.ZodType => z.lazy(() => endless().optional());
    expect(deepExposureOf(endless())).toBe('secret');
  });
});

describe('strictest', () => {
  it.each<[Exposure, Exposure[]]>([
    ['public', []],
    ['public', ['public', 'public']],
    ['hidden', ['public', 'hidden']],
    ['secret', ['secret', 'hidden', 'public']],
  ])('is %s of %j', (expected, exposures) => {
    expect(strictest(exposures)).toBe(expected);
  });
});
