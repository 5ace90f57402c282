import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitName } from './fit-name.ts';

it('leaves what fits as it is', () => {
  expect(fitName({ base: 'governance', after: '_service' }, 63)).toBe('governance_service');
});

it('never gives a name that is too long, and never cuts a character in half', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      fc.constantFrom(63, 127),
      (base, bytes) => {
        const name = fitName({ before: 'portcullis_', base, after: '_service' }, bytes);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(bytes);
        expect(/\p{Surrogate}/u.test(name)).toBe(false);
      },
    ),
  );
});

it('keeps long names apart that begin alike', () => {
  const long = 'x'.repeat(120);
  expect(fitName({ base: `${long}a`, after: '_service' }, 127)).not.toBe(
    fitName({ base: `${long}b`, after: '_service' }, 127),
  );
});
