import { expect, it } from 'vitest';
import { failed, passed, skipped, warned } from './test-outcome.ts';

it('contains the finding of a test, with only the given members', () => {
  expect(passed()).toEqual({ status: 'passed' });
  expect(passed([])).toEqual({ status: 'passed', result: [] });
  expect(failed('No.', { failureClass: 'tls' })).toEqual({ status: 'failed', message: 'No.', failureClass: 'tls' });
  expect(warned('Hm.')).toEqual({ status: 'warning', message: 'Hm.' });
  expect(skipped('Not here.')).toEqual({ status: 'skipped', message: 'Not here.' });
});
