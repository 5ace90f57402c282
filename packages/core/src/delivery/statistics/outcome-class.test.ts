import { describe, expect, it } from 'vitest';
import { type OutcomeColumns, outcomeClassOf } from './outcome-class.ts';

const row = (columns: Partial<OutcomeColumns>): OutcomeColumns => ({
  succeeded: false,
  statusCode: 500,
  errorCode: null,
  errorPhase: null,
  ...columns,
});

describe('the outcome class of a record', () => {
  it.each([
    [204, 'succeeded'],
    [302, 'redirected'],
    [404, 'refused'],
    [410, 'refused'],
    [500, 'receiverError'],
    [503, 'receiverError'],
  ])('of the status %i is %s', (statusCode, expected) => {
    expect(outcomeClassOf(row({ statusCode, succeeded: statusCode < 300 }))).toBe(expected);
  });

  it.each([
    ['guard', 'GUARD_BLOCKED', 'noPublicAddress'],
    ['dns', 'ENOTFOUND', 'noPublicAddress'],
    ['dns', 'EAI_AGAIN', 'noConnection'],
    ['proxy', 'ECONNREFUSED', 'noConnection'],
    ['connect', 'ECONNREFUSED', 'noConnection'],
    ['tls', 'CERT_HAS_EXPIRED', 'noConnection'],
    ['headers', 'TIMEOUT', 'noResponse'],
    ['body', 'ECONNRESET', 'noResponse'],
    ['interrupted', 'INTERRUPTED', 'interrupted'],
  ])('without a response in the phase %s (%s) is %s', (errorPhase, errorCode, expected) => {
    expect(outcomeClassOf(row({ errorPhase, errorCode }))).toBe(expected);
  });
});
