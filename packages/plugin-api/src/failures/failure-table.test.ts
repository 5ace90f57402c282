import { describe, expect, it } from 'vitest';
import { type FailureRow, lookUpFailure } from './failure-table.ts';

const rows: readonly FailureRow[] = [
  { codes: ['08*'], class: 'network', message: 'Cut.' },
  { codes: ['0*'], class: 'transient' },
  { codes: ['08P01', '42501'], class: 'missing-grant' },
  { codes: ['1205'], class: 'in-use', help: 'Ask who holds it.' },
];

const failureOf = (...codes: readonly (string | number | undefined)[]) =>
  lookUpFailure(rows, { codes, message: 'The driver says.' });

describe('lookUpFailure', () => {
  it('returns the message of the row, or else of the driver', () => {
    expect(failureOf('08006')).toEqual({ class: 'network', code: '08006', message: 'Cut.' });
    expect(failureOf('42501')).toEqual({ class: 'missing-grant', code: '42501', message: 'The driver says.' });
  });

  it('returns the remedy of the row, if it has one', () => {
    expect(failureOf('1205')?.help).toBe('Ask who holds it.');
    expect(failureOf('42501')).not.toHaveProperty('help');
  });

  it('prefers an exact row to an earlier wildcard', () => {
    expect(failureOf('08P01')?.class).toBe('missing-grant');
  });

  it('uses the first of two wildcards', () => {
    expect(failureOf('08001')?.class).toBe('network');
    expect(failureOf('01000')?.class).toBe('transient');
  });

  it('uses the first code with a row, and compares numbers as text', () => {
    expect(failureOf(undefined, 'unknown', 1205, '08001')).toMatchObject({ class: 'in-use', code: '1205' });
  });

  it('returns undefined for other codes', () => {
    expect(failureOf('9', undefined)).toBeUndefined();
    expect(failureOf()).toBeUndefined();
    // A wildcard means any ending, not any code that begins alike without it.
    expect(failureOf('8006')).toBeUndefined();
  });
});
