import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DropConstraints, dropOrder } from './drop-order.ts';

const keysOf = (items: readonly DropConstraints[]): readonly string[] => dropOrder(items).map((item) => item.key);

describe('dropOrder', () => {
  it('is the reverse of creation by default', () => {
    expect(keysOf([{ key: 'a' }, { key: 'b' }, { key: 'c' }])).toEqual(['c', 'b', 'a']);
  });

  it('puts blocking objects first, and dependent ones later', () => {
    expect(keysOf([{ key: 'grant', blocks: ['role'] }, { key: 'role' }])).toEqual(['grant', 'role']);
    expect(keysOf([{ key: 'database' }, { key: 'user', dropAfter: ['database'] }])).toEqual(['database', 'user']);
  });

  it('omits objects that are dropped with their container, unless the container stays', () => {
    expect(keysOf([{ key: 'database' }, { key: 'schema', within: 'database' }])).toEqual(['database']);
    expect(keysOf([{ key: 'schema', within: 'database' }])).toEqual(['schema']);
  });

  it('represents the contents of a container by the container', () => {
    const items = [
      { key: 'user' },
      { key: 'database' },
      { key: 'schema', within: 'database', blocks: ['user'] },
      { key: 'table', within: 'schema', dropAfter: ['role'] },
      { key: 'role' },
    ];
    expect(keysOf(items)).toEqual(['role', 'database', 'user']);
    const waiting = [{ key: 'database' }, { key: 'table', within: 'database', dropAfter: ['role'] }, { key: 'role' }];
    expect(dropOrder(waiting).map((item) => item.key)).toEqual(['role', 'database']);
  });

  it('ignores objects that are not in the list', () => {
    expect(keysOf([{ key: 'a', blocks: ['gone'], dropAfter: ['gone'], within: 'gone' }])).toEqual(['a']);
  });

  it('names objects that wait for each other', () => {
    const contradiction = [{ key: 'a', blocks: ['b'] }, { key: 'b', blocks: ['a'] }, { key: 'c' }];
    expect(() => dropOrder(contradiction)).toThrow('wait for each other to be dropped: b, a.');
  });

  it('rejects an object that contains itself instead of leaving it on the platform', () => {
    const nested = [
      { key: 'a', within: 'b' },
      { key: 'b', within: 'a' },
    ];
    expect(() => dropOrder(nested)).toThrow('contain each other: a, b');
  });

  it('satisfies every constraint of any list that has an order', () => {
    const size = 8;
    const references = fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 });
    const item = fc.record({ blocks: references, dropAfter: references });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: size }), (shape) => {
        // Only towards lower numbers, so that there is an order: high before low.
        const items = shape.map(({ blocks, dropAfter }, index) => ({
          key: `k${index}`,
          blocks: blocks.filter((each) => each < index).map((each) => `k${each}`),
          dropAfter: dropAfter.filter((each) => each > index && each < shape.length).map((each) => `k${each}`),
        }));
        const order = keysOf(items);
        expect(order.toSorted()).toEqual(items.map(({ key }) => key).toSorted());
        for (const { key, blocks, dropAfter } of items) {
          for (const blocked of blocks) expect(order.indexOf(key)).toBeLessThan(order.indexOf(blocked));
          for (const earlier of dropAfter) expect(order.indexOf(earlier)).toBeLessThan(order.indexOf(key));
        }
      }),
    );
  });
});
