import { describe, expect, it } from 'vitest';
import { withAdvice } from './with-advice.ts';

const statement = 'ALTER USER "gov" CREATEDB;';

describe('the message of a failure', () => {
  it('contains the failure, then the advice of the plugin', () => {
    const remediation = { statements: [statement], runAs: 'a superuser' };
    expect(
      withAdvice('The key has expired.', { help: 'Make a new one.', remediation, failureClass: 'credentials' }),
    ).toBe('The key has expired. Make a new one.');
  });

  it('names the statement that fixes it and its account', () => {
    expect(withAdvice('It may not.', { remediation: { statements: [statement], runAs: 'a superuser' } })).toBe(
      'It may not. Ask a superuser to do this: ALTER USER "gov" CREATEDB;',
    );
  });

  it('contains a statement of up to 160 characters', () => {
    const longest = 'x'.repeat(160);
    expect(withAdvice('It may not.', { remediation: { statements: [longest], runAs: 'a superuser' } })).toBe(
      `It may not. Ask a superuser to do this: ${longest}`,
    );
  });

  it.each([
    ['several statements', [statement, statement]],
    ['a statement of several lines', ['{\n}']],
    ['a long statement', ['x'.repeat(161)]],
  ])('omits %s, which is in the remedy', (_, statements) => {
    expect(withAdvice('It may not.', { remediation: { statements, runAs: 'a superuser' } })).toBe(
      'It may not. Ask a superuser to run the statements of its remedy.',
    );
  });

  it('contains the help of the failure class if there is no other advice', () => {
    expect(withAdvice('the connection broke', { failureClass: 'transient' })).toBe(
      'the connection broke. Try again in a moment.',
    );
    const nothing = { statements: [], runAs: 'nobody' };
    expect(withAdvice('Busy.', { remediation: nothing, failureClass: 'transient' })).toBe(
      'Busy. Try again in a moment.',
    );
  });

  it('contains nothing more without advice', () => {
    expect(withAdvice('Something is strange.', {})).toBe('Something is strange.');
  });
});
