import { expect, it } from 'vitest';
import { viewComment } from './view-mark.ts';

it('is the same for every case of the names, another one for every place, and one whole comment', () => {
  const comment = viewComment({ database: 'SqlPool1', schema: 'Governance' });
  expect(comment).toMatch(/^\/\* portcullis-view:[0-9a-f]{40} \*\/$/);
  expect(viewComment({ database: 'sqlpool1', schema: 'governance' })).toBe(comment);
  expect(viewComment({ database: 'sqlpool1', schema: 'governance2' })).not.toBe(comment);
  expect(viewComment({ database: 'sqlpool1g', schema: 'overnance' })).not.toBe(comment);
  expect(viewComment({ database: 'sqlpool1', schema: '*/ DROP TABLE x' })).toMatch(/^\/\* [\w:-]+ \*\/$/);
});
