import { equal } from 'node:assert/strict';
import type { OperationResponse, Portcullis } from '@portcullis/core';
import { ADMIN } from '../shared/admin.ts';
import { INTEGRATION } from './open-instance.ts';

/** Creates an integration, rotates its secret, and deletes it. */
export async function liveIntegration({ integrations }: Portcullis): Promise<void> {
  const { authenticationType, username, password, role } = INTEGRATION.config;
  const credentials = { authenticationType, username, password, role };
  const { id } = (await integrations.create(ADMIN, INTEGRATION)) as OperationResponse;
  equal((await integrations.whenIdle(Number(id))).status, 'enabled');
  await integrations.rotateSecret(ADMIN, Number(id), credentials);
  equal((await integrations.whenIdle(Number(id))).status, 'enabled');
  await integrations.remove(ADMIN, Number(id), credentials);
  equal((await integrations.whenIdle(Number(id))).status, 'deleted');
  equal((await integrations.list(ADMIN)).length, 0);
}
