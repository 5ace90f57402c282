import { describe, expect, it } from 'vitest';
import { createQueryReader } from './query-reader.ts';

type Name = 'order' | 'pageSize' | 'offset' | 'flag';

const read = (query: Partial<Record<Name, string | number | boolean>>) => {
  const parameters = createQueryReader<Name>(query);
  const values = {
    order: parameters.oneOf('order', ['asc', 'desc']),
    pageSize: parameters.integer('pageSize', 1000),
    offset: parameters.integer('offset', 1000, 0),
    flag: parameters.oneOf('flag', ['true', 'false']),
  };
  parameters.refuseInvalid();
  return values;
};

describe('the parameters of a query', () => {
  it('can be texts, or values of code that calls the facade', () => {
    const values = { order: 'asc', pageSize: 20, offset: 0, flag: 'true' };
    expect(read({ order: 'asc', pageSize: '20', offset: '0', flag: 'true' })).toEqual(values);
    expect(read({ order: 'asc', pageSize: 20, offset: 0, flag: true })).toEqual(values);
  });

  it('can be absent', () => {
    expect(read({})).toEqual({});
  });

  it('are refused together, each with its name', () => {
    expect(() => read({ order: 'up', pageSize: 0, offset: '-1', flag: 'yes' })).toThrow(
      expect.objectContaining({
        code: 'PARAMETER_INVALID',
        message:
          'The query is not valid. order: Must be one of asc, desc. pageSize: Must be a whole number from 1 to 1000. ' +
          'offset: Must be a whole number from 0 to 1000. flag: Must be one of true, false.',
      }),
    );
  });
});
