import { type Portcullis, ServiceError } from '@portcullis/core';
import { ADMINISTRATOR } from '../keys/first-admin-key.ts';

const CONTEXT = { principal: ADMINISTRATOR };

/** Returns the id of the next integration. Ids of deleted integrations are not used again. */
export async function nextIntegrationId({ integrations }: Portcullis): Promise<number> {
  const listed = await integrations.list(CONTEXT);
  let id = Math.max(0, ...listed.map(({ integration }) => Number(integration.id))) + 1;
  while (await isKnown(integrations, id)) id += 1;
  return id;
}

/** Returns the id of the next record in the delivery history. */
export async function nextRecordId({ webhooks }: Portcullis): Promise<number> {
  const query = { pageSize: 1, sortField: 'id', sortOrder: 'desc', includeGlobal: true };
  const { records } = await webhooks.history(CONTEXT, query);
  return (records[0]?.id ?? 0) + 1;
}

/** The status is also returned for deleted integrations. */
async function isKnown(integrations: Portcullis['integrations'], id: number): Promise<boolean> {
  try {
    await integrations.status(CONTEXT, id);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'INTEGRATION_NOT_FOUND') return false;
    throw error;
  }
}
