import { describe, expect, it } from 'vitest';
import { assignIssues } from './assign-issues.ts';
import { configOf } from './config-of.ts';
import { documentPaths } from './document-paths.ts';
import type { Field, Values } from './field.ts';
import { fieldsOf } from './fields-of.ts';
import type { JsonSchema } from './json-schema.ts';
import { storablePaths } from './storable-paths.ts';
import { differingPaths, valuesOf } from './values-of.ts';

const host: JsonSchema = { type: 'string', title: 'Host', description: 'The endpoint.', examples: ['db.example.com'] };
const signIn = (kind: string): JsonSchema => ({ type: 'string', const: kind, description: `Sign in by ${kind}.` });
const password: JsonSchema = { type: 'string', writeOnly: true, format: 'password' };

const SCHEMA: JsonSchema = {
  oneOf: [
    {
      properties: {
        host,
        port: { type: 'integer', default: 5439 },
        audit: { type: 'object', properties: { enabled: { type: 'boolean' } }, required: ['enabled'] },
        authenticationType: signIn('userPassword'),
        password,
      },
      required: ['host', 'authenticationType', 'password'],
    },
    {
      properties: {
        host,
        authenticationType: signIn('keyPair'),
        privateKey: {
          type: 'object',
          properties: { content: { ...password, examples: ['-----BEGIN PRIVATE KEY-----\n…'] } },
          required: ['content'],
        },
      },
      required: ['host', 'authenticationType', 'privateKey'],
    },
  ],
};

const byPath = (fields: readonly Field[], path: string): Field | undefined =>
  fields
    .flatMap((field) => (field.kind === 'group' ? [field, ...field.fields] : [field]))
    .find((each) => each.path === path);
const config = (values: Values, stored?: ReadonlySet<string>) => configOf(fieldsOf(SCHEMA, values), values, stored);

describe('the fields of a schema', () => {
  it('are those of the first variant until another one is chosen', () => {
    expect(fieldsOf(SCHEMA, {}).map(({ path }) => path)).toEqual([
      'host',
      'port',
      'audit',
      'authenticationType',
      'password',
    ]);
    const chosen = fieldsOf(SCHEMA, { authenticationType: 'keyPair' });
    expect(chosen.map(({ path }) => path)).toEqual(['host', 'authenticationType', 'privateKey']);
  });

  it('offer every variant as a choice', () => {
    expect(byPath(fieldsOf(SCHEMA, {}), 'authenticationType')).toMatchObject({
      kind: 'choice',
      options: [
        { value: 'userPassword', title: 'User password', description: 'Sign in by userPassword.' },
        { value: 'keyPair', title: 'Key pair' },
      ],
    });
  });

  it('use the description of the schema as help, and show the default of an empty field', () => {
    expect(byPath(fieldsOf(SCHEMA, {}), 'host')).toMatchObject({
      title: 'Host',
      description: 'The endpoint.',
      example: 'db.example.com',
      required: true,
    });
    expect(byPath(fieldsOf(SCHEMA, {}), 'port')).toMatchObject({ fallback: '5439', isNumber: true, required: false });
  });

  it('hide secrets, also those with line breaks', () => {
    expect(byPath(fieldsOf(SCHEMA, {}), 'password')).toMatchObject({ kind: 'secret', isLong: false });
    const withKey = fieldsOf(SCHEMA, { authenticationType: 'keyPair' });
    expect(byPath(withKey, 'privateKey.content')).toMatchObject({ kind: 'secret', isLong: true });
  });

  it('show a text field for values without a field type', () => {
    const tags: JsonSchema = { properties: { tags: { type: 'array', examples: [['a']] } } };
    expect(fieldsOf(tags, {})).toMatchObject([{ kind: 'json', example: '["a"]' }]);
    expect(configOf(fieldsOf(tags, {}), { tags: '["x"]' })).toEqual({ tags: ['x'] });
    expect(configOf(fieldsOf(tags, {}), { tags: '[x' })).toEqual({ tags: '[x' });
  });
});

describe('the sent config', () => {
  it('omits empty fields, and includes required ones', () => {
    expect(config({})).toEqual({ host: '', authenticationType: 'userPassword', password: '' });
    expect(config({ host: 'h', port: '' })).toEqual({ host: 'h', authenticationType: 'userPassword', password: '' });
  });

  it('contains numbers as numbers, and invalid numbers as typed', () => {
    expect(config({ port: '5440' })).toMatchObject({ port: 5440 });
    expect(config({ port: 'many' })).toMatchObject({ port: 'many' });
  });

  it('contains a group once one of its fields was changed', () => {
    expect(config({})).not.toHaveProperty('audit');
    expect(config({ 'audit.enabled': true })).toMatchObject({ audit: { enabled: true } });
    expect(config({ 'audit.enabled': false })).toMatchObject({ audit: { enabled: false } });
  });

  it('omits fields of other variants, and restores them when their variant is chosen again', () => {
    const values = { host: 'h', password: 'secret', authenticationType: 'keyPair', 'privateKey.content': 'k' };
    expect(config(values)).toEqual({ host: 'h', authenticationType: 'keyPair', privateKey: { content: 'k' } });
    expect(config({ ...values, authenticationType: 'userPassword' })).toMatchObject({ password: 'secret' });
  });

  it('keeps a stored secret if its field is empty', () => {
    expect(config({ host: 'h' }, new Set(['password']))).toMatchObject({ password: '[REDACTED]' });
    expect(config({ host: 'h', password: 'new' }, new Set(['password']))).toMatchObject({ password: 'new' });
  });
});

describe('the entries that a browser may store', () => {
  it('are those of every sign-in method, without secrets', () => {
    expect([...storablePaths(SCHEMA)].toSorted()).toEqual(['audit.enabled', 'authenticationType', 'host', 'port']);
  });

  it('are not those that are a secret of another sign-in method, or contain one', () => {
    const text: JsonSchema = { type: 'string' };
    const list: JsonSchema = { type: 'array', items: { properties: { token: password } } };
    const variants: JsonSchema[] = [
      { properties: { id: text, list } },
      { properties: { id: { ...text, writeOnly: true } } },
    ];
    expect([...storablePaths({ oneOf: variants })]).toEqual([]);
  });
});

describe('a stored config', () => {
  const stored = { host: 'h', port: 1, audit: { enabled: false }, tags: ['a'], password: '[REDACTED]' };

  it('is converted to values, without its secrets', () => {
    expect(valuesOf(stored)).toEqual({
      values: { host: 'h', port: '1', 'audit.enabled': false, tags: '["a"]' },
      redacted: new Set(['password']),
    });
  });

  it('is sent unchanged', () => {
    const { values, redacted } = valuesOf({ ...stored, authenticationType: 'userPassword', tags: undefined });
    expect(config(values, redacted)).toEqual({
      host: 'h',
      port: 1,
      audit: { enabled: false },
      authenticationType: 'userPassword',
      password: '[REDACTED]',
    });
  });

  it('keeps objects without known properties, which are edited as JSON', () => {
    const labels: JsonSchema = { type: 'object', additionalProperties: { type: 'string' } };
    const schema: JsonSchema = { properties: { host, labels } };
    const labelled = { host: 'h', labels: { team: 'data', 'cost.centre': '7' } };
    const { values } = valuesOf(labelled, documentPaths(schema));
    expect(values.labels).toBe('{"team":"data","cost.centre":"7"}');
    expect(configOf(fieldsOf(schema, values), values)).toEqual(labelled);
  });

  it('is compared by path', () => {
    expect(differingPaths({ a: '1', b: true, c: '' }, { a: '2', b: true, d: 'x' })).toEqual(['a', 'd']);
  });
});

describe('issues', () => {
  const fields = fieldsOf(SCHEMA, {});

  it('are assigned to their fields, or to the general list without one', () => {
    const issues = [
      { path: 'config.host', message: 'Empty.' },
      { path: 'config.host', message: 'No host.' },
      { path: 'config.audit.enabled', message: 'Missing.' },
      { path: 'config.nope', message: 'Not known.' },
      { path: 'type', message: 'Not installed.' },
    ];
    const assignedIssues = assignIssues(issues, { fields, values: { host: 'a b' }, prefix: 'config.' });
    expect([...assignedIssues.byField]).toEqual([
      ['host', 'Empty. No host.'],
      ['audit.enabled', 'Missing.'],
    ]);
    expect(assignedIssues.unassigned.map(({ path }) => path)).toEqual(['config.nope', 'type']);
  });

  it('are one for each empty field', () => {
    const issues = [
      { path: 'config.host', message: 'Empty.' },
      { path: 'config.host', message: 'No host.' },
    ];
    for (const values of [{}, { host: '' }] as Values[]) {
      expect([...assignIssues(issues, { fields, values, prefix: 'config.' }).byField]).toEqual([['host', 'Empty.']]);
    }
  });
});
