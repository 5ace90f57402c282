import { createFakeClock } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { ADMIN, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { settled } from '../../../tests/support/settled.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Keys of an instance, and the names of those that are listed. */
async function setUp() {
  const clock = createFakeClock();
  const { portcullis } = await createTestInstance({ clock, integrations: { transientRetries: 0 } });
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await settled();
  };
  const names = async () => (await portcullis.apiKeys.list(ADMIN)).map(({ name }) => name).toSorted();
  const principal = ADMIN.principal;
  /** Issues a key, with another key if there is one. */
  const issue = async (name: string, issuer?: { readonly key: string }) => {
    const caller = issuer && (await portcullis.apiKeys.authenticate(issuer.key));
    return caller
      ? portcullis.apiKeys.create({ principal: caller }, { name })
      : portcullis.apiKeys.issue({ name, principal });
  };
  return { portcullis, pass, names, issue, clock, principal };
}

it('keys are listed for 90 days after they were revoked or have expired, and removed then', async () => {
  const { portcullis, pass, names, issue, clock, principal } = await setUp();
  await issue('valid');
  const { id } = await issue('revoked');
  await portcullis.apiKeys.revoke(ADMIN, id);
  await portcullis.apiKeys.issue({ name: 'expiring', principal, expiresAt: new Date(clock.now() + 10 * DAY) });
  await pass(90 * DAY - HOUR);
  expect(await names()).toEqual(['expiring', 'revoked', 'valid']);
  await pass(2 * HOUR);
  expect(await names()).toEqual(['expiring', 'valid']);
  await pass(10 * DAY);
  expect(await names()).toEqual(['valid']);
});

it('a revoked key is kept while one that was issued with it is valid, so that its issuer revokes that one, too', async () => {
  const { portcullis, pass, names, issue } = await setUp();
  const first = await issue('first');
  const second = await issue('second', first);
  const third = await issue('third', second);
  await portcullis.apiKeys.revoke(ADMIN, second.id, { keepIssued: true });
  await pass(100 * DAY);
  expect(await names()).toEqual(['first', 'second', 'third']);
  expect(await portcullis.apiKeys.revoke(ADMIN, first.id)).toMatchObject({ alsoRevoked: [third.id] });
  await pass(91 * DAY);
  // Those that were issued are removed first, then their issuers.
  for (let run = 0; run < 3; run += 1) await pass(HOUR);
  expect(await names()).toEqual([]);
});
