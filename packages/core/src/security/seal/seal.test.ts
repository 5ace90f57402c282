import { createFakeRandom } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/support/any-text.ts';
import { createStaticSecretKeys } from '../../adapters/static-secret-keys.ts';
import { createSystemRandom } from '../../adapters/system-random.ts';
import { openSealed, seal } from './seal.ts';

const keys = createStaticSecretKeys({ current: 'a', keys: { a: Buffer.alloc(32, 1), b: Buffer.alloc(32, 2) } });
const tools = { secretKeys: keys, random: createSystemRandom() };
const BINDING = 'integration:1\nservicePassword';

describe('seal', () => {
  it('opens every text with the same binding and key', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect(await openSealed(await seal(text, BINDING, 'a', tools), BINDING, 'a', keys)).toBe(text);
      }),
    );
  });

  it('seals the same text differently each time, without any of its characters', async () => {
    const sealed = await Promise.all([seal('canary', BINDING, 'a', tools), seal('canary', BINDING, 'a', tools)]);
    expect(Buffer.from(sealed[0] ?? []).equals(Buffer.from(sealed[1] ?? []))).toBe(false);
    for (const bytes of sealed) expect(Buffer.from(bytes).toString('latin1')).not.toContain('canary');
  });

  it('cannot be opened once a single bit was changed', async () => {
    const sealed = await seal('canary', BINDING, 'a', tools);
    const codes: unknown[] = [];
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const corrupted = Uint8Array.from(sealed);
      corrupted[bit >> 3] = (corrupted[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      codes.push(
        await openSealed(corrupted, BINDING, 'a', keys).then(
          () => 'opened',
          ({ code }) => code,
        ),
      );
    }
    expect(codes).toEqual(Array(sealed.length * 8).fill('SECRET_CORRUPTED'));
  });

  it('cannot be cut short, opened with another key, or moved to another owner or name', async () => {
    const sealed = await seal('canary', BINDING, 'a', tools);
    const attempts = [
      openSealed(sealed.subarray(0, 20), BINDING, 'a', keys),
      openSealed(new Uint8Array(), BINDING, 'a', keys),
      openSealed(sealed, BINDING, 'b', keys),
      openSealed(sealed, 'integration:2\nservicePassword', 'a', keys),
      openSealed(sealed, 'integration:1\nconfig:password', 'a', keys),
    ];
    for (const attempt of attempts) {
      await expect(attempt).rejects.toMatchObject({
        code: 'SECRET_CORRUPTED',
        message: expect.not.stringContaining('canary'),
      });
    }
  });

  it.each([4, 8, 12, 13, 14, 15])('cannot be opened with a tag cut to %d bytes', async (length) => {
    const sealed = Buffer.from(await seal('', BINDING, 'a', tools));
    const cut = sealed.subarray(0, 1 + 12 + length);
    await expect(openSealed(cut, BINDING, 'a', keys)).rejects.toMatchObject({ code: 'SECRET_CORRUPTED' });
  });

  it('names the key that is not configured, and the one that is too short', async () => {
    const sealed = await seal('canary', BINDING, 'a', tools);
    await expect(openSealed(sealed, BINDING, 'c', keys)).rejects.toMatchObject({
      code: 'SECRET_KEY_UNKNOWN',
      message: expect.stringContaining('"c"'),
    });
    const short = { currentKeyId: 'x', key: async () => new Uint8Array(16) };
    await expect(seal('t', BINDING, 'x', { secretKeys: short, random: createFakeRandom() })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringContaining('has 16 bytes'),
    });
  });
});
