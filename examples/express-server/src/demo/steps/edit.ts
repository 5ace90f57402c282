import type { IntegrationView, OperationResponse } from '@portcullis/core';
import { integrationBody } from '@portcullis/example-shared';
import { DATABASE, type DemoContext, IMPERSONATION_ROLE } from '../demo-context.ts';
import { expectEqual, expectThat } from '../expect.ts';
import { platformInventory } from '../platform-inventory.ts';
import { untilIdle } from '../until-idle.ts';

/** Enables impersonation, which needs a role and procedures on the platform. */
export async function edit(context: DemoContext, id: string): Promise<void> {
  const { example, send, takeStatements } = context;
  const impersonation = { enabled: true, role: IMPERSONATION_ROLE };
  const body = integrationBody(example.target, DATABASE);
  const { body: response } = await send<OperationResponse>(`PUT /integrations/${id}`, 200, {
    body: { ...body, config: { ...body.config, impersonation } },
  });
  expectEqual('It is being edited', response.status, 'editing');
  await untilIdle(context, id, 'enabled');
  const statements = takeStatements();
  expectThat('Something ran', statements.length > 0, 'at least one statement', statements);
  const inventory = await platformInventory(example.target);
  expectThat('The role is there', inventory.includes(`role ${IMPERSONATION_ROLE}`), IMPERSONATION_ROLE, inventory);
  const { config } = (await send<IntegrationView>(`GET /integrations/${id}`, 200)).body;
  expectEqual('The stored config has it', config?.impersonation, impersonation);
}
