import type { IntegrationView, OperationResponse } from '@portcullis/core';
import { credentialsBody } from '@portcullis/example-shared';
import type { DemoContext } from '../demo-context.ts';
import { expectEqual } from '../expect.ts';
import { untilIdle } from '../until-idle.ts';

/** Deletes the integration with the administrator's credentials, which the service has not kept. */
export async function remove(context: DemoContext, id: string): Promise<void> {
  const { example, send } = context;
  context.print('without credentials, which were not kept, it is refused:');
  await send(`DELETE /integrations/${id}`, 400);
  context.print('with them:');
  const { body } = await send<OperationResponse>(`DELETE /integrations/${id}`, 200, {
    body: credentialsBody(example.target),
  });
  expectEqual('It is being deleted', body.status, 'deleting');
  await untilIdle(context, id, 'deleted');
  const { body: list } = await send<readonly IntegrationView[]>('GET /integrations', 200);
  expectEqual('It is no longer listed', list, []);
}
