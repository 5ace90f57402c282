import type { Integration } from '@portcullis/client';
import { client } from '../../service/session.ts';

/** An integration, and its version. */
export interface StoredIntegration {
  readonly integration: Integration;
  readonly etag: string;
}

/** Reads an integration with its `ETag`, so that a change can name its version. */
export async function readIntegration(id: number): Promise<StoredIntegration> {
  const { data, response } = await client.get<{ 200: Integration }, unknown, true, 'fields'>({
    url: '/integrations/{id}',
    path: { id },
    responseStyle: 'fields',
  });
  return { integration: data as Integration, etag: response.headers.get('etag') ?? '*' };
}
