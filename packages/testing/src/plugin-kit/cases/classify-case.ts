import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { type FailureClassification, isFailureClass } from '@portcullis/plugin-api';
import { pluginCase } from '../plugin-case.ts';

/** Values that a driver, a proxy or a bug may throw. */
const ODD_THINGS: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  Number.NaN,
  1n,
  '',
  'connection refused',
  Symbol('odd'),
  () => 'odd',
  [],
  [new Error('inner')],
  {},
  { message: 1, code: {}, name: [] },
  { code: null, status: '403', statusCode: Number.NaN, errno: -111, response: null, errors: 'none', cause: 1 },
  { response: { status: 500, data: { error: null } } },
  Object.create(null),
  Object.freeze(new Error('frozen')),
  new Error(''),
  new Error('x'.repeat(100_000)),
  new AggregateError([], 'of none'),
  new AggregateError([undefined, new Error('of some')]),
  Object.assign(new Error('unknown code'), { code: 'NOBODY_KNOWS_THIS' }),
  Object.assign(new Error('number code'), { code: 42, sqlState: 42, number: '42', statusCode: '42' }),
  Object.assign(new Error('object code'), { code: { code: 'x' }, reasons: null, errors: [null, 1, {}] }),
  new DOMException('aborted', 'AbortError'),
  new TypeError('fetch failed', { cause: Object.assign(new Error('inner'), { code: 'ECONNREFUSED' }) }),
  circular(),
  withThrowingMembers(),
  new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse }),
];

/** `classifyError` returns, for every value, undefined or an existing class with a message. */
export const CLASSIFY_CASE = pluginCase('classifies-anything', ({ definition }) => {
  for (const [index, thing] of ODD_THINGS.entries()) {
    let found: FailureClassification | undefined;
    const what = `classifyError of odd thing ${index} (${described(thing)})`;
    try {
      found = definition.classifyError(thing);
    } catch (error) {
      assert.fail(`${what} throws: ${described(error)}`);
    }
    if (found === undefined) continue;
    assert.ok(
      isFailureClass(found.class),
      `${what} returns the class ${described(found.class)}, which does not exist.`,
    );
    assert.ok(typeof found.message === 'string' && found.message !== '', `${what} returns no message.`);
    assert.ok(found.code === undefined || typeof found.code === 'string', `${what} returns a code that is not a text.`);
  }
});

function refuse(): never {
  throw new Error('This must not be looked at.');
}

function circular(): Error {
  const error = new Error('its own cause');
  return Object.assign(error, { cause: error, errors: [error] });
}

function withThrowingMembers(): object {
  const error = new Error('guarded');
  for (const name of ['message', 'code', 'name', 'cause', 'status', 'errors'])
    Object.defineProperty(error, name, { get: refuse });
  return error;
}

function described(thing: unknown): string {
  try {
    return inspect(thing, { depth: 0, getters: false }).slice(0, 80);
  } catch {
    return 'something that cannot be looked at';
  }
}
