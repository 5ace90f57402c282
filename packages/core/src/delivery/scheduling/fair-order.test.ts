import { expect, it, vi } from 'vitest';
import { createFairOrder } from './fair-order.ts';

/** Serves once, each member as many as given; returns the order. */
function serve(order: ReturnType<typeof createFairOrder<string>>, counts: Readonly<Record<string, number>>) {
  const served: string[] = [];
  order.serve((key) => {
    served.push(key);
    return counts[key] ?? 1;
  });
  return served.join('');
}

it('the member that has received least is served first', () => {
  const order = createFairOrder<string>();
  for (const key of 'abc') order.join(key);
  expect(serve(order, { a: 5, b: 2, c: 9 })).toBe('abc');
  expect(serve(order, { a: 1, b: 1, c: 1 })).toBe('bac');
});

it('a member that joins later is served before those with a backlog, without credit for the time before', () => {
  const order = createFairOrder<string>();
  for (const key of 'ab') order.join(key);
  for (let turn = 0; turn < 50; turn += 1) serve(order, { a: 10, b: 10 });
  order.join('c');
  expect(serve(order, { a: 10, b: 10, c: 25 })[0]).toBe('c');
  expect(serve(order, {})).toBe('abc');
});

it('a member gets no more by leaving and joining again', () => {
  const order = createFairOrder<string>();
  for (const key of 'ab') order.join(key);
  serve(order, { a: 20, b: 5 });
  order.leave('a');
  order.join('a');
  expect(serve(order, {})).toBe('ba');
});

it('a service that ends early leaves the rest in their order', () => {
  const order = createFairOrder<string>();
  for (const key of 'abc') order.join(key);
  order.serve((key) => (key === 'a' ? 3 : undefined));
  expect(serve(order, {})).toBe('bca');
});

it('a member that leaves while it is served is not served again', () => {
  const order = createFairOrder<string>();
  for (const key of 'ab') order.join(key);
  order.serve((key) => {
    if (key === 'a') order.leave('a');
    return 1;
  });
  expect(serve(order, {})).toBe('b');
});

it('the sums of members that have left are searched seldom, even if there are thousands', () => {
  const order = createFairOrder<number>();
  const search = vi.spyOn(Map.prototype, Symbol.iterator);
  for (let member = 0; member < 5000; member += 1) {
    order.join(member);
    order.serve(() => 1);
    order.leave(member);
  }
  const searches = search.mock.calls.length;
  search.mockRestore();
  expect(searches).toBeLessThan(5);
});
