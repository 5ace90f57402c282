import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { createOtherIntegrations } from './other-integrations.ts';
import { claimsOf } from './target-claims.ts';

const target = {
  identity: ['account', 'path'] as [string, string],
  display: 'p',
  unique: [{ field: 'name', value: 'n' }],
};

async function taken() {
  const store = createMemoryStore();
  await store.open();
  for (const claim of claimsOf('T', target)) await store.insert('targetClaims', { claim, integrationId: 7 });
  return store;
}

describe('the other integrations in the input of a test', () => {
  it('include the id of the one on its target, and of the one with its name', async () => {
    const others = createOtherIntegrations(await taken(), 'T', target, undefined);
    expect(await others.onTarget()).toBe('7');
    expect(await others.withSame('name')).toBe('7');
    expect(await others.withSame('colour')).toBeUndefined();
  });

  it('distinguish a shared name from a shared target', async () => {
    const elsewhere = { ...target, identity: ['account', 'other'] as [string, string] };
    const others = createOtherIntegrations(await taken(), 'T', elsewhere, undefined);
    expect(await others.onTarget()).toBeUndefined();
    expect(await others.withSame('name')).toBe('7');
  });

  it('exclude itself, other types, and integrations without a target', async () => {
    const store = await taken();
    for (const [type, own, place] of [
      ['T', 7, target],
      ['U', undefined, target],
      ['T', undefined, undefined],
    ] as const) {
      const others = createOtherIntegrations(store, type, place, own);
      expect(await others.onTarget()).toBeUndefined();
      expect(await others.withSame('name')).toBeUndefined();
    }
  });
});
