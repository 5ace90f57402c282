import type { Random } from '../../ports/random.ts';
import type { Row } from '../../ports/store/tables.ts';
import { encodePayload } from '../catalogue/payload.ts';
import { publicId } from '../catalogue/public-id.ts';

/** The kind of test deliveries. It cannot be subscribed to, so GET /webhooks/actions does not list it. */
export const WEBHOOK_TEST = 'webhookTest';

/** Returns the event of a test delivery. @param now - milliseconds since 1970. */
export function testEvent(
  { id, name }: { readonly id: number; readonly name: string },
  actionBy: number,
  now: number,
  random: Random,
): Omit<Row<'events'>, 'id'> {
  return {
    publicId: publicId(now, random),
    kind: WEBHOOK_TEST,
    payload: encodePayload({
      text: `This is a test of the webhook ${name}.`,
      metadata: { modelId: id, modelType: 'webhook', actionBy, notificationType: WEBHOOK_TEST },
    }),
    actionBy,
    idempotencyKey: null,
    traceParent: null,
    createdAt: now,
  };
}
