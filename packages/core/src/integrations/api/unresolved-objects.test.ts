import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import type { DryRunResponse } from '../../index.ts';

const SERVER = 'db.example.com:7000';
const USER = { kind: 'user', name: 'gov_service' } as const;

/** A set-up that dies around the statement that makes the account, which takes a second statement to be marked. */
async function killedAtAccount(when: 'before' | 'after'): Promise<TestInstance> {
  const instance = await createTestInstance();
  let revive = (): void => {};
  const dead = new Promise<void>((resolve) => {
    revive = instance.platform.onStatement((moment) => {
      if (moment.when !== when || !moment.statement.text.startsWith('CREATE USER')) return undefined;
      resolve();
      return new Promise<never>(() => {});
    });
  });
  await instance.portcullis.integrations.create(ADMIN, bodyOf());
  await dead;
  revive();
  const { platform, plugin, store, clock } = instance;
  return createTestInstance({ platform, plugin, store, clock });
}

async function lastError({ portcullis }: TestInstance): Promise<string | undefined> {
  const operations = await portcullis.integrations.operations(ADMIN, 1);
  return operations.at(-1)?.error?.message;
}

const accountOf = ({ platform }: TestInstance) => platform.objects.find(({ kind }) => kind === USER.kind);

describe('an object without a mark after an interrupted creation', () => {
  it('ends the next operation with its name, and is ours once an administrator has adopted it', async () => {
    const next = await killedAtAccount('after');
    const { integrations } = next.portcullis;
    const found = accountOf(next);
    const plan = ((await integrations.update(ADMIN, 1, bodyOf(), { dryRun: true })) as DryRunResponse).plan;
    expect(plan.warnings).toEqual([expect.stringContaining('It is unclear who owns the user gov_service')]);
    await integrations.update(ADMIN, 1, bodyOf());
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'createError' });
    expect(await lastError(next)).toMatch(
      /user gov_service.*"decision": "adopt".*POST \/integrations\/1\/unresolved-objects/,
    );
    expect(accountOf(next)).toEqual(found);
    expect(await integrations.unresolvedObjects(ADMIN, 1)).toEqual([
      { key: 'service-account', ...USER, platformId: String(found?.id), begunAt: expect.any(String) },
    ]);
    expect(await integrations.decideOwnership(ADMIN, 1, { object: 'service-account', decision: 'adopt' })).toEqual([]);
    await integrations.update(ADMIN, 1, bodyOf());
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'enabled' });
    expect(accountOf(next)?.mark).toMatch(/service-account$/);
  });

  it.each(['PUT', 'DELETE'] as const)(
    'is never changed by a %s if another account has created it, before a decision or after "leave"',
    async (method) => {
      const next = await killedAtAccount('before');
      const { integrations } = next.portcullis;
      const planted = next.platform.plant({ server: SERVER, ...USER });
      const send = () =>
        method === 'PUT' ? integrations.update(ADMIN, 1, bodyOf()) : integrations.remove(ADMIN, 1, CREDENTIALS);
      await send();
      await integrations.whenIdle(1);
      expect(await lastError(next)).toContain('It is unclear who owns the user gov_service');
      expect(accountOf(next)).toEqual(planted);
      await integrations.decideOwnership(ADMIN, 1, { object: 'service-account', decision: 'leave' });
      await send();
      const status = method === 'PUT' ? 'createError' : 'deleted';
      expect(await integrations.whenIdle(1)).toEqual({ id: 1, status });
      expect(next.platform.objects).toContainEqual(planted);
    },
  );

  it('is foreign if it has replaced the adopted object', async () => {
    const next = await killedAtAccount('after');
    const { integrations } = next.portcullis;
    await integrations.remove(ADMIN, 1, CREDENTIALS);
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'deleteError' });
    await integrations.decideOwnership(ADMIN, 1, { object: 'service-account', decision: 'adopt' });
    next.platform.lose(USER);
    const planted = next.platform.plant({ server: SERVER, ...USER });
    await integrations.remove(ADMIN, 1, CREDENTIALS);
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'deleted' });
    expect(next.platform.objects).toEqual([planted]);
  });

  it('is removed from the ledger when it no longer exists', async () => {
    const next = await killedAtAccount('after');
    const { integrations } = next.portcullis;
    await integrations.update(ADMIN, 1, bodyOf());
    await integrations.whenIdle(1);
    next.platform.lose(USER);
    await integrations.update(ADMIN, 1, bodyOf());
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'enabled' });
    expect(await integrations.unresolvedObjects(ADMIN, 1)).toEqual([]);
  });

  it('accepts a decision only for an unresolved object, in a valid body', async () => {
    const next = await killedAtAccount('after');
    const { integrations } = next.portcullis;
    const decide = (body: unknown) => refusalOf(integrations.decideOwnership(ADMIN, 1, body));
    expect(await decide({ object: 'database', decision: 'adopt' })).toMatchObject({ code: 'NO_DECISION_PENDING' });
    expect(await decide({ object: 'database', decision: 'drop' })).toMatchObject({ code: 'BODY_INVALID' });
    expect(await refusalOf(integrations.unresolvedObjects(ADMIN, 9))).toMatchObject({ code: 'INTEGRATION_NOT_FOUND' });
  });
});
