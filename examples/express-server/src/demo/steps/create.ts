import type { IntegrationView, OperationResponse, Plan } from '@portcullis/core';
import { integrationBody } from '@portcullis/example-shared';
import { DATABASE, type DemoContext } from '../demo-context.ts';
import { expectEqual, expectThat } from '../expect.ts';
import { platformInventory } from '../platform-inventory.ts';
import { untilIdle } from '../until-idle.ts';

/** Creates the integration with exactly the plan of the dry run. Returns its id. */
export async function create(context: DemoContext, plan: Plan): Promise<string> {
  const { example, send, takeStatements } = context;
  const { body, headers } = await send<OperationResponse>('POST /integrations', 201, {
    body: integrationBody(example.target, DATABASE),
    headers: { 'if-plan': plan.hash },
  });
  expectEqual('It is being created', body.status, 'creating');
  expectEqual('The response contains its address', headers.get('location'), `/integrations/${body.id}`);
  await untilIdle(context, body.id, 'enabled');
  expectEqual(
    'The statements that ran are the planned ones',
    takeStatements().map(({ status, statement }) => [status, statement]),
    plan.steps.filter(({ action }) => action !== 'store').map(({ statement }) => ['done', statement]),
  );
  const inventory = await platformInventory(example.target);
  expectThat('The database is there', inventory.includes(`database ${DATABASE}`), `database ${DATABASE}`, inventory);
  const { config } = (await send<IntegrationView>(`GET /integrations/${body.id}`, 200)).body;
  expectEqual('No credentials are shown', [config?.username, config?.password], ['[REDACTED]', '[REDACTED]']);
  return body.id;
}
