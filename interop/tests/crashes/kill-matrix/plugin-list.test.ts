import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { pluginNames } from '../../../src/crashes/kill-matrix/plugin-list.ts';

it('the kill matrix has every plugin of the repository', () => {
  const folders = globSync('*/package.json', { cwd: join(import.meta.dirname, '../../../../plugins') }).map(dirname);
  expect(pluginNames()).toEqual(folders.toSorted());
});
