import { describe, expect, it } from 'vitest';
import type { Change, ObjectFacts } from './change-set.ts';
import { plannedObjects } from './planned-objects.ts';

const object = (key: string, within: string | null = null): ObjectFacts =>
  ({ key, kind: 'thing', name: `the ${key}`, within }) as ObjectFacts;
const change = (action: Change['action'], of: ObjectFacts) => ({ action, object: of });

const database = object('database');
const schema = object('schema', 'database');
const view = object('view', 'schema');
const user = object('user');

const effects = (...states: Parameters<typeof plannedObjects>) =>
  Object.fromEntries(plannedObjects(...states).map(({ key, effect }) => [key, effect]));

describe('the objects of a plan', () => {
  it('are created in the order of the list, each in its container', () => {
    const desired = [database, schema, user];
    const changes = [user, database, schema].map((each) => change('create', each));
    expect(plannedObjects({ changes, existing: [], desired })).toEqual([
      { key: 'database', kind: 'thing', name: 'the database', effect: 'created' },
      { key: 'schema', kind: 'thing', name: 'the schema', within: 'database', effect: 'created' },
      { key: 'user', kind: 'thing', name: 'the user', effect: 'created' },
    ]);
  });

  it('are changed, replaced, dropped or kept by an edit', () => {
    const changes = [
      change('drop', schema),
      change('create', schema),
      change('alter', database),
      change('drop', object('gone')),
    ];
    const existing = [database, schema, user, object('gone')];
    expect(effects({ changes, existing, desired: [database, schema, user] })).toEqual({
      database: 'changed',
      schema: 'replaced',
      user: 'kept',
      gone: 'dropped',
    });
  });

  it('are dropped with their container, at any depth', () => {
    const existing = [database, schema, view, user];
    expect(effects({ changes: [change('drop', database)], existing, desired: [] })).toEqual({
      database: 'dropped',
      schema: 'dropped',
      view: 'dropped',
      user: 'kept',
    });
  });

  it('include those that are in no list, such as runtime objects', () => {
    expect(effects({ changes: [change('drop', object('runtime'))], existing: [], desired: [] })).toEqual({
      runtime: 'dropped',
    });
  });

  it('are at the top level if their container is not among them', () => {
    expect(plannedObjects({ changes: [], existing: [], desired: [schema] })[0]).not.toHaveProperty('within');
  });
});
