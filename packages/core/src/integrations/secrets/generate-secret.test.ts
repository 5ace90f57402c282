import { createPrivateKey } from 'node:crypto';
import { createFakeRandom } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateSecret } from './generate-secret.ts';

const LETTERS = { upper: /[A-Z]/, lower: /[a-z]/, digit: /[0-9]/ } as const;

describe('generateSecret', () => {
  it('fulfils any policy', async () => {
    const classes = fc.uniqueArray(fc.constantFrom('upper', 'lower', 'digit', 'symbol'), { minLength: 1 });
    const symbols = fc.uniqueArray(fc.constantFrom(...'!#%-_.~'), { minLength: 1 }).map((each) => each.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 16, max: 128 }),
        classes,
        symbols,
        fc.integer(),
        async (length, wanted, allowed, seed) => {
          const policy = { length, classes: wanted as ('upper' | 'lower' | 'digit' | 'symbol')[], symbols: allowed };
          const secret = await generateSecret(policy, createFakeRandom(seed));
          expect(secret).toHaveLength(length);
          for (const name of ['upper', 'lower', 'digit'] as const) {
            expect(LETTERS[name].test(secret), name).toBe(wanted.includes(name));
          }
          const rest = [...secret].filter((character) => !/[A-Za-z0-9]/.test(character));
          expect(rest.length > 0).toBe(wanted.includes('symbol'));
          for (const character of rest) expect(allowed).toContain(character);
        },
      ),
    );
  });

  it('is long and has letters and digits without a policy', async () => {
    const secret = await generateSecret({}, createFakeRandom());
    expect(secret).toMatch(/^[A-Za-z0-9]{43}$/);
    expect(await generateSecret({}, createFakeRandom(2))).not.toBe(secret);
  });

  it('draws all letters with the same probability', async () => {
    const counts = new Map<string, number>();
    const random = createFakeRandom(7);
    for (let round = 0; round < 300; round += 1) {
      for (const character of await generateSecret({ length: 62 }, random))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    for (const [character, count] of counts) expect(Math.abs(count - 300), character).toBeLessThan(100);
  });

  it('refuses a policy that no secret can fulfil, instead of trying for ever', async () => {
    await expect(generateSecret({ length: 2 }, createFakeRandom())).rejects.toThrow(RangeError);
    await expect(generateSecret({ classes: ['symbol'], symbols: '' }, createFakeRandom())).rejects.toThrow(RangeError);
    await expect(generateSecret({ classes: [] }, createFakeRandom())).rejects.toThrow(RangeError);
  });

  it('generates a different RSA key each time', async () => {
    const { rsaPrivateKey: _, ...random } = createFakeRandom();
    const [one, other] = await Promise.all([1, 2].map(() => generateSecret({ form: 'rsa-private-key' }, random)));
    expect(createPrivateKey(one as string).asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(other).not.toBe(one);
  });

  it('uses the source of randomness for an RSA key if it generates keys', async () => {
    const random = { ...createFakeRandom(), rsaPrivateKey: async (bits: number) => `a key of ${bits} bits` };
    expect(await generateSecret({ form: 'rsa-private-key' }, random)).toBe('a key of 2048 bits');
  });
});
