import { ServiceError } from '@portcullis/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseQuery } from './parse-query.ts';

const schema = z.strictObject({ a: z.string().optional() });

/** Returns the issues of a query. */
function issuesOf(query: string): unknown {
  try {
    parseQuery(schema, `/path?${query}`);
  } catch (error) {
    return ServiceError.isInstance(error) ? error.extras.details : error;
  }
  return [];
}

it('rejects each parameter that is given more than once', () => {
  expect(issuesOf('a=1&b=2&a=3&b=2&b=4')).toEqual([
    { path: 'a', message: 'Given twice.' },
    { path: 'b', message: 'Given twice.' },
  ]);
});

it('rejects a query of more than 100 parameters before their names are compared', () => {
  const names = Array.from({ length: 101 }, (_, index) => `p${index}`);
  expect(issuesOf(names.join('&'))).toEqual([{ path: '', message: 'There are more than 100 parameters.' }]);
  expect(issuesOf(names.slice(1).join('&'))).toHaveLength(100);
});
