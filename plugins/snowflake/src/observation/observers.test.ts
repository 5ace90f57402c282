import { expect, it } from 'vitest';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { OBSERVERS } from './observers.ts';

/** Observes a service user with these properties, whose key should be `SHA256:new`. */
async function observedKey(properties: Readonly<Record<string, string>>): Promise<unknown> {
  const seen = await OBSERVERS[OBJECT_KEYS.serviceUser]?.({
    view: { user: async () => ({ NAME: 'SVC', COMMENT: 'mark', ...properties }) },
    object: { name: 'SVC', mark: 'mark', desired: { publicKey: 'SHA256:new' } },
    database: 'GOVERNANCE',
  } as never);
  return seen && 'values' in seen ? seen.values?.publicKey : undefined;
}

it('finds the key of a user in both properties, because a manual rotation uses the free one', async () => {
  expect(await observedKey({ RSA_PUBLIC_KEY_FP: 'SHA256:old', RSA_PUBLIC_KEY_2_FP: 'SHA256:new' })).toBe('SHA256:new');
  expect(await observedKey({ RSA_PUBLIC_KEY_FP: 'SHA256:new', RSA_PUBLIC_KEY_2_FP: 'SHA256:old' })).toBe('SHA256:new');
});

it('reports the first key if neither property has the desired one', async () => {
  expect(await observedKey({ RSA_PUBLIC_KEY_FP: 'SHA256:old', RSA_PUBLIC_KEY_2_FP: 'null' })).toBe('SHA256:old');
});
