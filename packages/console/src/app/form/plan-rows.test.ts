import type { Plan } from '@portcullis/client';
import { expect, it } from 'vitest';
import { planRows, positionsText } from './plan-rows.ts';

type Step = Plan['steps'][number];

const step = (action: Step['action'], name: string, key = name) =>
  ({ action, object: { key, kind: 'role', name }, statement: `${action} ${name}` }) as Step;

const rows = (...steps: Step[]) =>
  planRows(steps).map(({ object, actions, steps: planned }) => [
    object.name,
    actions.join(' '),
    positionsText(planned.map(({ index }) => index)),
  ]);

it('has one row for each object, in the order in which the plan reaches it', () => {
  expect(rows(step('create', 'a'), step('create', 'a'), step('create', 'b'), step('alter', 'a'))).toEqual([
    ['a', 'create alter', '1 to 2, 4'],
    ['b', 'create', '3'],
  ]);
});

it('names both actions on an object that is made again', () => {
  expect(rows(step('drop', 'a'), step('create', 'a'))).toEqual([['a', 'drop create', '1 to 2']]);
});

it('keeps objects without a key apart', () => {
  const extra = (name: string) => step('drop', name, undefined as unknown as string);
  expect(rows({ ...extra('x') }, { ...extra('y') }).map(([name]) => name)).toEqual(['x', 'y']);
});
