import { describe, expect, it } from 'vitest';
import { ADMIN, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { OPEN_TO_ALL } from './create-integrations.ts';

const NON_ADMIN = { principal: { ...ADMIN.principal, permissions: [] } };

type Call = (...input: readonly unknown[]) => Promise<unknown>;

describe('the Integrations API', async () => {
  const { portcullis } = await createTestInstance();
  const functions = Object.entries(portcullis.integrations) as readonly (readonly [string, Call])[];
  const guarded = functions.filter(([name]) => !(OPEN_TO_ALL as readonly string[]).includes(name));

  it.each(guarded)('%s refuses callers without APPLICATION_ADMIN', async (_name, call) => {
    expect(await refusalOf(call(NON_ADMIN, 1, {}))).toMatchObject({ code: 'PERMISSION_MISSING', statusCode: 403 });
  });

  it.each(guarded)('%s rejects without a context', async (_name, call) => {
    await expect(call()).rejects.toThrow(TypeError);
  });

  it('recognises the key of a platform for any caller', async () => {
    expect(await portcullis.integrations.authenticateKey('wrong')).toBeUndefined();
  });
});
