import { describe, expect, it } from 'vitest';
import { withAdvice } from './with-advice.ts';

const statement = 'ALTER USER "gov" CREATEDB;';

describe('the message of a failure', () => {
  it('says what happened, then what the plugin says about this case', () => {
    const remediation = { statements: [statement], runAs: 'a superuser' };
    expect(
      withAdvice('The key has expired.', { help: 'Make a new one.', remediation, failureClass: 'credentials' }),
    ).toBe('The key has expired. Make a new one.');
  });

  it('says who runs what where a statement fixes it', () => {
    expect(withAdvice('It may not.', { remediation: { statements: [statement], runAs: 'a superuser' } })).toBe(
      'It may not. Ask a superuser to do this: ALTER USER "gov" CREATEDB;',
    );
  });

  it('has a statement of up to 160 characters in it', () => {
    const longest = 'x'.repeat(160);
    expect(withAdvice('It may not.', { remediation: { statements: [longest], runAs: 'a superuser' } })).toBe(
      `It may not. Ask a superuser to do this: ${longest}`,
    );
  });

  it.each([
    ['several statements', [statement, statement]],
    ['a statement of several lines', ['{\n}']],
    ['a long statement', ['x'.repeat(161)]],
  ])('leaves %s to the remedy', (_, statements) => {
    expect(withAdvice('It may not.', { remediation: { statements, runAs: 'a superuser' } })).toBe(
      'It may not. Ask a superuser to run the statements of its remedy.',
    );
  });

  it('gives the help of the failure class when there is no other advice', () => {
    expect(withAdvice('the connection broke', { failureClass: 'transient' })).toBe(
      'the connection broke. Try again in a moment.',
    );
    const nothing = { statements: [], runAs: 'nobody' };
    expect(withAdvice('Busy.', { remediation: nothing, failureClass: 'transient' })).toBe(
      'Busy. Try again in a moment.',
    );
  });

  it('says nothing more where there is nothing to say', () => {
    expect(withAdvice('Something is strange.', {})).toBe('Something is strange.');
  });
});
