import { expect, it } from 'vitest';
import type { ObjectFacts } from './change-set.ts';
import { topLevelObjects } from './top-level-objects.ts';

const object = (key: string, within: string | null = null) => ({ key, within }) as ObjectFacts;

it('omits exactly the contents of dropped objects, at any depth', () => {
  const schema = object('schema', 'database');
  const objects = [object('user'), object('other'), schema, object('table', 'schema'), object('grant', 'other')];
  expect(topLevelObjects(objects, [{ key: 'database' }]).map(({ key }) => key)).toEqual(['user', 'other', 'grant']);
  expect(topLevelObjects(objects, [{ key: 'schema' }])).not.toContain('table');
  expect(topLevelObjects(objects, [])).toEqual(objects);
});
