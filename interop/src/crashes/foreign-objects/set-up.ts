import { definePlugin } from '@portcullis/plugin-api';
import { ADMIN, openInstance, storeOf } from '../kill-matrix/open-instance.ts';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import type { Bench } from './bench.ts';

/** Creates an integration without interruption. */
export async function setUp({ definition, fixture }: Bench, order: StoreOrder): Promise<void> {
  const portcullis = await openInstance(definePlugin(definition), storeOf(order));
  await portcullis.integrations.create(ADMIN, fixture.body);
  const { status } = await portcullis.integrations.whenIdle(1);
  await portcullis.close();
  if (status !== 'enabled') throw new Error(`The set-up ended as ${status}.`);
}
