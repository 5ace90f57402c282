import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleObject } from '../../tests/sample-definition.ts';
import type { ManagedObject } from '../objects/managed-object.ts';
import { objectListIssues } from './object-list-issues.ts';

/** Objects `a`, `b`, `c` with the given fields. */
const list = (...fields: readonly Partial<ManagedObject>[]) =>
  fields.map((each, index) => sampleObject({ key: 'abc'.charAt(index), name: 'abc'.charAt(index), ...each }));
const issuesOf = (objects: readonly ManagedObject[]) =>
  objectListIssues(objects, ['main'], 'list').map(({ path, problem }) => `${path} ${problem}`);

describe('objectListIssues', () => {
  it('refuses two objects with one key', () => {
    expect(issuesOf(list({ key: 'same' }, { key: 'same' }))).toEqual(['list[1] "same".key "same" occurs twice.']);
  });

  it('rejects two objects that are the same on the platform', () => {
    expect(issuesOf(list({ name: 'x' }, { name: 'x' }))).toEqual(['list[1] "b" has the same kind and name as "a".']);
  });

  it('rejects the later of two duplicates, wherever the earlier one is', () => {
    expect(issuesOf(list({}, { key: 'same' }, { key: 'same' }))).toEqual(['list[2] "same".key "same" occurs twice.']);
    expect(issuesOf(list({}, { name: 'x' }, { name: 'x' }))).toEqual([
      'list[2] "c" has the same kind and name as "b".',
    ]);
  });

  it('accepts one name for two kinds, and in two scopes', () => {
    expect(issuesOf(list({ name: 'x' }, { name: 'x', kind: 'role' }, { name: 'x', scope: 'database' }))).toEqual([]);
  });

  it('rejects objects that contain each other', () => {
    expect(issuesOf(list({ within: 'b' }, { within: 'a' }))).toEqual(['list contains itself: a in b in a.']);
    expect(issuesOf(list({ within: 'a' }))).toEqual(['list contains itself: a in a.']);
  });

  it('rejects drops that wait for each other', () => {
    expect(issuesOf(list({ blocks: ['b'] }, { blocks: ['c'] }, { blocks: ['a'] }))).toEqual([
      'list cannot be dropped in any order: a before b before c before a.',
    ]);
    expect(issuesOf(list({ blocks: ['b'], dropAfter: ['b'] }, {}))).toEqual([
      'list cannot be dropped in any order: a before b before a.',
    ]);
  });

  it('accepts an order that is declared twice', () => {
    expect(issuesOf(list({ blocks: ['b'] }, { dropAfter: ['a'] }))).toEqual([]);
  });

  it('handles a long list in which every object precedes all later ones', () => {
    const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
    const objects = keys.map((key, index) => sampleObject({ key, name: key, blocks: keys.slice(index + 1) }));
    expect(issuesOf(objects)).toEqual([]);
  });

  it('accepts a required object that has nothing to create or drop', () => {
    expect(issuesOf(list({ sharing: 'required', create: [], drop: [] }))).toEqual([]);
  });

  it('finds no cycle if every object only points to later ones, and one if the last points back', () => {
    const sizes = fc.integer({ min: 2, max: 12 });
    fc.assert(
      fc.property(sizes, fc.infiniteStream(fc.boolean()), (size, choices) => {
        const keys = Array.from({ length: size }, (_, index) => `key-${index}`);
        const objects = keys.map((key, index) =>
          sampleObject({
            key,
            name: key,
            // Always blocks the next object, so that a path leads from the first to the last.
            blocks: keys.filter((_, later) => later === index + 1 || (later > index && choices.next().value)),
          }),
        );
        expect(issuesOf(objects)).toEqual([]);
        const last = objects.length - 1;
        const back = objects.map((object, index) => (index === last ? { ...object, blocks: ['key-0'] } : object));
        expect(issuesOf(back)).toHaveLength(1);
      }),
    );
  });
});
