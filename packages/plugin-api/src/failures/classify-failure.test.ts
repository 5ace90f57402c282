import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../errors/platform-error.ts';
import { classifyFailure } from './classify-failure.ts';
import { FAILURE_CLASSES, type FailureClassification, isFailureClass } from './failure-class.ts';

const doesNotKnow = () => undefined;
const unknown = { class: 'internal', message: 'An unexpected error occurred in the plugin.' };

function throwing(): never {
  throw new Error('canary');
}

/** Values that break code that expects only errors. */
const hostile = fc.oneof(
  fc
    .anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true, withSet: true })
    .map((value) => ({ make: () => value })),
  // Made by functions, since the values would break the generator itself.
  fc
    .constantFrom<() => unknown>(
      () => new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing }),
      () => Object.defineProperties({}, { code: { get: throwing }, cause: { get: throwing }, name: { get: throwing } }),
      () => ({ errors: 5, cause: { errors: { field: 'not a list' } } }),
      () => Object.assign(new Error('x'), { errors: { field: new Error('y') } }),
      () => Symbol('x'),
      () => throwing,
    )
    .map((make) => ({ make })),
);

describe('classifyFailure', () => {
  it('returns a result for any value, even if the table of the plugin fails', () => {
    const tables = fc.constantFrom<(error: unknown) => FailureClassification | undefined>(
      doesNotKnow,
      throwing,
      () => null as never,
      () => 'network' as never,
      () => ({ class: 'no such class', message: 'm' }) as never,
      () => ({ class: 'network' }) as never,
      () => ({ class: 'timeout', message: 'm', code: 7 }) as never,
    );
    fc.assert(
      fc.property(hostile, tables, ({ make }, classify) => {
        const found = classifyFailure(make(), classify);
        expect(isFailureClass(found.class)).toBe(true);
        expect(found.message).toMatch(/./);
        expect(['string', 'undefined']).toContain(typeof found.code);
      }),
    );
  });

  it('classifies an unknown error as internal and quotes no part of it', () => {
    expect(classifyFailure(new Error('canary'), doesNotKnow)).toEqual(unknown);
    expect(classifyFailure('canary', throwing)).toEqual(unknown);
    expect(classifyFailure(undefined, doesNotKnow)).toEqual(unknown);
  });

  it('uses the class of a platform error before the table', () => {
    const error = new PlatformError({ failureClass: 'unsupported', message: 'Not here.', vendorCode: 'X1' });
    const table = () => ({ class: 'network', message: 'from the table' }) as const;
    expect(classifyFailure(error, table)).toEqual({ class: 'unsupported', code: 'X1', message: 'Not here.' });
  });

  it('keeps the remedy of a platform error or of the table', () => {
    const classification = { class: 'unsupported', message: 'Not installed.', help: 'Run: npm install tower' } as const;
    const error = new PlatformError({
      failureClass: classification.class,
      message: classification.message,
      help: classification.help,
    });
    expect(classifyFailure(error, doesNotKnow)).toEqual(classification);
    expect(classifyFailure(new Error('x'), () => classification)).toEqual(classification);
    expect(classifyFailure(new Error('x'), () => ({ ...classification, help: 7 as never })).help).toBeUndefined();
  });

  it('uses the table if a platform error has a class that this version does not know', () => {
    const error = new PlatformError({ failureClass: 'of the future' as never, message: 'm' });
    expect(classifyFailure(error, doesNotKnow)).toEqual(unknown);
    expect(classifyFailure(error, () => ({ class: 'transient', message: 't' }))).toEqual({
      class: 'transient',
      message: 't',
    });
  });

  it('uses the table of the plugin before the one of Node', () => {
    const error = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    expect(classifyFailure(error, () => ({ class: 'paused-or-starting', message: 'Wait.' })).class).toBe(
      'paused-or-starting',
    );
    expect(classifyFailure(error, throwing).class).toBe('network');
  });

  it('explains the class if the plugin has no message', () => {
    const found = classifyFailure(new Error('x'), () => ({ class: 'tls', message: '' }));
    expect(found.message).toBe(FAILURE_CLASSES.tls.meaning);
  });
});

describe('isFailureClass', () => {
  it('accepts the names of the table, but not the inherited members of objects', () => {
    expect(Object.keys(FAILURE_CLASSES).every(isFailureClass)).toBe(true);
    expect(['toString', '__proto__', 'constructor', '', 5, null].some(isFailureClass)).toBe(false);
  });
});

describe('FAILURE_CLASSES', () => {
  it.each(['network', 'timeout', 'in-use', 'paused-or-starting', 'transient'] as const)(
    'lets the engine retry an operation that failed with %s',
    (failureClass) => {
      expect(FAILURE_CLASSES[failureClass].retry).toBe(true);
    },
  );

  it.each([
    'tls',
    'credentials',
    'missing-grant',
    'not-found',
    'already-exists',
    'unsupported',
    'invalid-input',
    'internal',
  ] as const)('does not let the engine retry an operation that failed with %s', (failureClass) => {
    expect(FAILURE_CLASSES[failureClass].retry).toBe(false);
  });

  it.each([
    ['network', 'network'],
    ['timeout', 'network'],
    ['tls', 'network'],
    ['credentials', 'caller'],
    ['missing-grant', 'platform-administrator'],
    ['not-found', 'caller'],
    ['already-exists', 'caller'],
    ['in-use', 'platform-administrator'],
    ['paused-or-starting', 'platform-administrator'],
    ['unsupported', 'platform-administrator'],
    ['invalid-input', 'caller'],
    ['transient', 'platform'],
    ['internal', 'portcullis'],
  ] as const)('names, for %s, the %s as the party that has to act', (failureClass, fault) => {
    expect(FAILURE_CLASSES[failureClass].fault).toBe(fault);
  });
});
