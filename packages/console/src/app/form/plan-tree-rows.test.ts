import { describe, expect, it } from 'vitest';
import { effectsText, type PlannedObject, planTreeRows } from './plan-tree-rows.ts';

const object = (key: string, within?: string, effect: PlannedObject['effect'] = 'created'): PlannedObject => ({
  key,
  kind: 'thing',
  name: key,
  effect,
  ...(within !== undefined && { within }),
});

describe('the tree of a plan', () => {
  it('has each object below its container, siblings in the order of the plan', () => {
    const objects = [object('view', 'schema'), object('user'), object('database'), object('schema', 'database')];
    const rows = planTreeRows(objects).map(({ object: { key }, container, isLast }) => [key, container?.key, isLast]);
    expect(rows).toEqual([
      ['user', undefined, [false]],
      ['database', undefined, [true]],
      ['schema', 'database', [true, true]],
      ['view', 'schema', [true, true, true]],
    ]);
  });

  it('shows an object at the top if its container is not in the plan', () => {
    expect(planTreeRows([object('schema', 'elsewhere')])).toHaveLength(1);
  });

  it('counts the objects by effect', () => {
    const objects = [object('a'), object('b'), object('c', undefined, 'kept'), object('d', undefined, 'replaced')];
    expect(effectsText(objects)).toBe('2 created, 1 dropped and created again, 1 kept');
  });
});
