import { describe, expect, it } from 'vitest';
import { errorFacts } from './error-facts.ts';
import { asError, errorMessage, errorText } from './error-message.ts';

const refuse = (): never => {
  throw new Error('refused');
};

const WITHOUT_TEXT: readonly (readonly [string, unknown])[] = [
  ['an object without a prototype', Object.create(null)],
  ['a proxy that refuses every access', new Proxy({}, { get: refuse, getPrototypeOf: refuse })],
  ['an error whose message throws', Object.defineProperty(new Error(), 'message', { get: refuse })],
  ['an object whose text throws', { toString: refuse }],
];

describe('the text of a thrown value', () => {
  it.each(WITHOUT_TEXT)('is a sentence for %s', (_name, value) => {
    expect(errorMessage(value)).toBe('A value without a text was thrown.');
    expect(errorText(value)).toBe('A value without a text was thrown.');
    expect(errorFacts(value)).toEqual({ error: 'A value without a text was thrown.' });
    expect(asError(value)).toBeInstanceOf(Error);
  });

  it('is the message of an error, and the text of another value', () => {
    expect(errorMessage(new TypeError('broken'))).toBe('broken');
    expect(errorText(new TypeError('broken'))).toBe('TypeError: broken');
    expect(errorText('broken')).toBe('broken');
    expect(asError('broken')).toMatchObject({ message: 'broken', cause: 'broken' });
  });
});
