import { FAILURE_CLASSES } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { normalizedOutcome, outcomeOfFailure } from './test-failure.ts';

const failure = { class: 'missing-grant', message: 'The account may not create databases.' } as const;

describe('the outcome of a test that threw', () => {
  it('has the class and the message', () => {
    expect(outcomeOfFailure(failure, undefined)).toEqual({
      status: 'failed',
      failureClass: 'missing-grant',
      message: 'The account may not create databases.',
    });
  });

  it('has the code of the platform, if there is one', () => {
    expect(outcomeOfFailure({ ...failure, code: '42501' }, undefined)).toMatchObject({ code: '42501' });
  });

  it('has the remedy as text, if the plugin has one', () => {
    expect(outcomeOfFailure({ ...failure, help: 'Ask for CREATEDB.' }, undefined)).toMatchObject({
      help: 'Ask for CREATEDB.',
    });
  });
});

describe('the outcome that a plugin returns', () => {
  it.each(['passed', 'skipped'] as const)('is used unchanged if it is %s', (status) => {
    const outcome = { status } as never;
    expect(normalizedOutcome(outcome)).toBe(outcome);
  });

  it('has a class if it failed without one', () => {
    expect(normalizedOutcome({ status: 'failed', message: 'No.' } as never)).toEqual({
      status: 'failed',
      failureClass: 'internal',
      message: 'No.',
    });
  });

  it('needs no class if it is a warning', () => {
    expect(normalizedOutcome({ status: 'warning', message: 'Hm.' } as never)).toEqual({
      status: 'warning',
      message: 'Hm.',
    });
  });

  it('has the message of its class if it has none', () => {
    expect(normalizedOutcome({ status: 'failed', failureClass: 'tls', message: '' } as never)).toMatchObject({
      message: FAILURE_CLASSES.tls.meaning,
    });
  });

  it('has the message of its class if its message is no text', () => {
    const message = new Error('No.') as never;
    expect(normalizedOutcome({ status: 'warning', failureClass: 'tls', message })).toMatchObject({
      message: FAILURE_CLASSES.tls.meaning,
    });
  });

  it('is a failure of the plugin if it is none of these', () => {
    expect(normalizedOutcome(undefined as never)).toMatchObject({ status: 'failed', failureClass: 'internal' });
  });
});
