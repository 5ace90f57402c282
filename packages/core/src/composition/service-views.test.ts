import { expect, it } from 'vitest';
import { createServiceViews } from './service-views.ts';

interface Greeter {
  greet(name: string): string;
}

const viewOf = createServiceViews<Greeter>(['greet'], (tenant, member, input) => [tenant, member, ...input].join());

it('calls the member of the service of its tenant', () => {
  expect(viewOf('acme').greet('Ada')).toBe('acme,greet,Ada');
});

it('has members that work without their view', () => {
  const { greet } = viewOf('acme');
  expect(greet('Ada')).toBe('acme,greet,Ada');
});

it('keeps the views of two tenants apart', () => {
  const [acme, other] = [viewOf('acme'), viewOf('other')];
  expect([acme.greet('Ada'), other.greet('Ada')]).toEqual(['acme,greet,Ada', 'other,greet,Ada']);
});

it('shows neither its tenant nor members that the service lacks', () => {
  const view = viewOf('acme');
  expect(Object.keys(view)).toEqual([]);
  expect('farewell' in view).toBe(false);
});
