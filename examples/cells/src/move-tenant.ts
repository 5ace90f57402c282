import { generateKeyPairSync } from 'node:crypto';
import { type Portcullis, ServiceError } from '@portcullis/core';
import pRetry from 'p-retry';
import type { Directory, TenantLocation } from './directory.ts';

/** Attempts to export a tenant while its last deliveries and operations end: one each 50 ms, for half a minute. */
const EXPORT_ATTEMPTS = { retries: 600, minTimeout: 50, factor: 1 };

/**
 * Moves a tenant, or finishes a move that an earlier process began. Each step first checks whether it is done. The
 * order keeps exactly one copy in service: nothing is sent while there are two, and the old copy is removed only after
 * the switch.
 *
 * @param instanceOf - returns the instance of a cell.
 */
export async function moveTenant(
  location: TenantLocation,
  directory: Directory,
  instanceOf: (cell: string) => Portcullis,
): Promise<void> {
  const { tenant } = location;
  if (location.movingTo !== null) {
    await copyTenant(tenant, instanceOf(location.cell), instanceOf(location.movingTo), directory);
    directory.switchCell(tenant);
  }
  const { cell, movedFrom } = directory.find(tenant) ?? location;
  await instanceOf(cell).tenants.resume(tenant);
  if (movedFrom === null) return;
  await removeTenant(tenant, instanceOf(movedFrom));
  directory.endMove(tenant);
}

/**
 * Copies a tenant. If that fails, the tenant stays in its old cell. If it is not known, because the new cell does not answer, the move
 * stays in the directory until `finishMoves`: a tenant that stays in its old cell must never have a copy in another one.
 */
async function copyTenant(tenant: string, from: Portcullis, to: Portcullis, directory: Directory): Promise<void> {
  // An import shows a tenant only after its last row is written, so a visible copy is complete.
  if (await hasTenant(to, tenant)) return;
  try {
    await from.tenants.suspend(tenant);
    const keys = generateKeyPairSync('x25519');
    const lines = await pRetry(() => from.tenants.export(tenant, { publicKey: keys.publicKey }), {
      ...EXPORT_ATTEMPTS,
      shouldRetry: ({ error }) => hasCode(error, 'TENANT_IN_USE'),
    });
    await to.tenants.import(lines, { privateKey: keys.privateKey });
  } catch (error) {
    // Only the response of the import may be lost.
    if (await hasTenant(to, tenant)) return;
    directory.cancelMove(tenant);
    await from.tenants.resume(tenant);
    throw error;
  }
}

/** The platforms keep their objects, which belong to the copy. */
async function removeTenant(tenant: string, from: Portcullis): Promise<void> {
  try {
    await from.tenants.remove(tenant, { leaveOnPlatforms: true });
  } catch (error) {
    if (!hasCode(error, 'TENANT_UNKNOWN')) throw error;
  }
}

async function hasTenant({ tenants }: Portcullis, tenant: string): Promise<boolean> {
  try {
    await tenants.get(tenant);
    return true;
  } catch (error) {
    if (hasCode(error, 'TENANT_UNKNOWN')) return false;
    throw error;
  }
}

/** True if an error is a ServiceError with one of the given codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return ServiceError.isInstance(error) && codes.includes(error.code);
}
