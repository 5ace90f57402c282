import type { ClientSetupView, OperationResponse } from '@portcullis/core';
import type { DemoContext } from '../demo-context.ts';
import { expectEqual, expectThat } from '../expect.ts';

/** Creates an integration that is configured from the platform's side, and gets its key and files. */
export async function clientSetup({ example, send, print }: DemoContext): Promise<void> {
  const { body: created } = await send<OperationResponse>('POST /integrations', 201, { body: { type: 'Trino' } });
  const { body, headers } = await send<ClientSetupView>(`GET /integrations/${created.id}/client-setup`, 200);
  print(`key ${body.key.slice(0, 4)}..., files ${body.files.map(({ path }) => path).join(', ')}`);
  expectThat(
    'The response must not be cached',
    /no-store/.test(headers.get('cache-control') ?? ''),
    'no-store',
    headers,
  );
  const known = await example.portcullis.integrations.authenticateKey(body.key);
  expectEqual('The key is known', known, { integrationId: Number(created.id) });
  await send(`DELETE /integrations/${created.id}`, 200);
}
