import type { DryRunResponse, IntegrationView, Plan } from '@portcullis/core';
import { integrationBody } from '@portcullis/example-shared';
import { DATABASE, type DemoContext } from '../demo-context.ts';
import { expectEqual, expectThat } from '../expect.ts';
import { platformInventory } from '../platform-inventory.ts';
import { printPlan } from '../print-plan.ts';
import { printTests } from '../print-tests.ts';

/** Validates and plans without any change in the service or on the platform. Returns the plan. */
export async function dryRun({ example, send, print }: DemoContext): Promise<Plan> {
  const { target } = example;
  const before = await platformInventory(target);
  const { body } = await send<DryRunResponse>('POST /integrations?dryRun=true', 200, {
    body: integrationBody(target, DATABASE),
  });
  printTests(body.validationResults, print);
  expectEqual('The validation passes', body.validationResults.status, 'passed');
  printPlan(body.plan, print);
  expectThat('There is a plan', body.plan.steps.length > 0, 'at least one step', body.plan.steps);
  expectEqual('The platform is as it was', await platformInventory(target), before);
  const { body: list } = await send<readonly IntegrationView[]>('GET /integrations', 200);
  expectEqual('Nothing was stored', list, []);
  return body.plan;
}
