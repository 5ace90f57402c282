import { expect, it } from 'vitest';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { APPLICATION_ADMIN, type Principal } from './principal.ts';
import { isAdmin, requirePermission } from './require-permission.ts';

const principal = (permissions: unknown) => ({ id: 1, name: 'Ada', permissions, groups: [] }) as unknown as Principal;

it.each(['APPLICATION_ADMINx', APPLICATION_ADMIN, { includes: () => true }, undefined, null])(
  'grants nothing to an untyped caller whose permissions are %j',
  async (permissions) => {
    expect(isAdmin(principal(permissions))).toBe(false);
    const refusal = await refusalOf((async () => requirePermission(principal(permissions), APPLICATION_ADMIN))());
    expect(refusal.code).toBe('PERMISSION_MISSING');
  },
);

it('grants the permissions in a list, and no others', () => {
  expect(isAdmin(principal([APPLICATION_ADMIN]))).toBe(true);
  expect(isAdmin(principal(['APPLICATION_ADMINx']))).toBe(false);
});
