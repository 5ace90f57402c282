import { expect, it, vi } from 'vitest';
import { once } from './once.ts';

it('makes nothing before the first call', () => {
  const make = vi.fn();
  once(make);
  expect(make).not.toHaveBeenCalled();
});

it('makes a value once, also an undefined one', () => {
  const make = vi.fn();
  const value = once(make);
  value();
  value();
  expect(make).toHaveBeenCalledTimes(1);
});

it('makes a value again after a failure', () => {
  const make = vi.fn().mockImplementationOnce(() => {
    throw new Error('not yet');
  });
  const value = once(make.mockReturnValue(1));
  expect(value).toThrow('not yet');
  expect(value()).toBe(1);
});
