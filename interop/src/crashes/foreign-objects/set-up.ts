import { definePlugin } from '@portcullis/plugin-api';
import { ADMIN, openInstance, storeOf } from '../kill-matrix/open-instance.ts';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import type { Harness } from './harness.ts';

/** Creates an integration without interruption. */
export async function setUp({ definition, fixture }: Harness, order: StoreOrder): Promise<void> {
  const portcullis = await openInstance(definePlugin(definition), storeOf(order));
  await portcullis.integrations.create(ADMIN, fixture.body);
  const { status } = await portcullis.integrations.whenIdle(1);
  await portcullis.close();
  if (status !== 'enabled') throw new Error(`The set-up ended as ${status}.`);
}
