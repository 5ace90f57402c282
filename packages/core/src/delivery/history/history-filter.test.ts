import { expect, it } from 'vitest';
import { createKindRegistry } from '../catalogue/kind-registry.ts';
import { parseHistoryQuery } from './history-filter.ts';

const parse = (query: Parameters<typeof parseHistoryQuery>[0]) => parseHistoryQuery(query, createKindRegistry());

it('has a default for each absent parameter', () => {
  expect(parse({})).toEqual({
    column: 'createdAt',
    order: 'desc',
    after: undefined,
    offset: 0,
    pageSize: 20,
    kind: undefined,
    includeGlobal: false,
    includeUser: true,
    succeeded: undefined,
  });
});

it('reads texts and values alike', () => {
  const values = { offset: 5, includeGlobal: true, includeUser: false };
  expect(parse(values)).toMatchObject(values);
  expect(parse({ offset: '5', includeGlobal: 'true', includeUser: 'false' })).toMatchObject(values);
  expect(parse({ sortField: 'notificationType', successOrFailure: 'failure' })).toMatchObject({
    column: 'kind',
    succeeded: false,
  });
});

it('refuses all invalid parameters together, as other lists do', () => {
  expect(() => parse({ pageSize: 0, cursor: 'x' })).toThrow(
    expect.objectContaining({
      code: 'PARAMETER_INVALID',
      message:
        'The query is not valid. cursor: Must be the cursor of a page with the same sortField and sortOrder. ' +
        'pageSize: Must be a whole number from 1 to 1000.',
    }),
  );
});
