import { ADMIN } from '../../shared/admin.ts';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import type { InitialState } from './crash-points.ts';
import { openNode } from './open-node.ts';
import { pollUntil } from './poll-until.ts';
import type { ReceiverLog } from './receiver-log.ts';
import { runWorkload } from './run-workload.ts';
import { FIRST_SECRET } from './secrets.ts';

/** The number of deliveries that exist before the killed process begins. */
const DELIVERIES: Readonly<Record<InitialState, number>> = {
  nothing: 0,
  'a webhook': 0,
  'a delivery made': 1,
  'a delivery given up': 1,
  'old deliveries': 3,
};

/** Creates the initial state, without a crash. */
export async function createInitialState(
  store: StoreOrder,
  before: InitialState,
  receiver: ReceiverLog,
): Promise<void> {
  if (before === 'nothing') return;
  const fails = before === 'a delivery given up';
  receiver.behave({ kind: 'responses', status: fails ? 500 : 200 });
  const node = await openNode({ store, aheadMs: 0, noRetries: fails });
  await createWebhook(node, receiver.url);
  await runWorkload(node, { kind: 'notify', count: DELIVERIES[before] });
  const status = fails ? 'exhausted' : 'succeeded';
  await pollUntil(async () => (await node.store.count('deliveries', { status })) === DELIVERIES[before]);
  await node.portcullis.close();
  receiver.behave({ kind: 'responses', status: 200 });
}

/** Creates the webhook that receives all deliveries, or several. */
export async function createWebhook(
  { portcullis }: Pick<Awaited<ReturnType<typeof openNode>>, 'portcullis'>,
  url: string,
  count = 1,
) {
  await portcullis.webhooks.create(ADMIN, {
    webhooks: Array.from({ length: count }, () => ({
      url,
      name: 'Crashes',
      global: true,
      notificationType: ['tagCreated'],
      actionType: null,
      secret: FIRST_SECRET,
    })),
  });
}
