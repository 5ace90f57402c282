import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitName } from './fit-name.ts';

it('leaves names that fit unchanged', () => {
  expect(fitName({ base: 'governance', suffix: '_service' }, 63)).toBe('governance_service');
});

it('never returns a name that is too long, and never splits a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      fc.constantFrom(63, 127),
      (base, bytes) => {
        const name = fitName({ prefix: 'portcullis_', base, suffix: '_service' }, bytes);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(bytes);
        expect(/\p{Surrogate}/u.test(name)).toBe(false);
      },
    ),
  );
});

it('keeps long names with the same beginning distinct', () => {
  const long = 'x'.repeat(120);
  expect(fitName({ base: `${long}a`, suffix: '_service' }, 127)).not.toBe(
    fitName({ base: `${long}b`, suffix: '_service' }, 127),
  );
});
