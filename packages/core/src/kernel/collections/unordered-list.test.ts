import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUnorderedList, type ListEntry } from './unordered-list.ts';

it('has the members of a set with the same additions and removals', () => {
  const steps = fc.array(fc.oneof(fc.constant('add' as const), fc.nat()));
  fc.assert(
    fc.property(steps, (given) => {
      const list = createUnorderedList<number>();
      const expected = new Map<number, ListEntry<number>>();
      for (const [member, step] of given.entries()) {
        if (step === 'add') expected.set(member, list.add(member));
        else {
          const [removed, entry] = [...expected][step % Math.max(expected.size, 1)] ?? [];
          if (removed === undefined || entry === undefined) continue;
          expected.delete(removed);
          list.remove(entry);
        }
      }
      expect(list.entries.map(({ member }) => member).sort((a, b) => a - b)).toEqual([...expected.keys()]);
    }),
  );
});
