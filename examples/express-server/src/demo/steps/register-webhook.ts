import type { WebhooksCreatedView } from '@portcullis/core';
import { webhookBody } from '@portcullis/example-shared';
import type { DemoContext } from '../demo-context.ts';
import { expectEqual } from '../expect.ts';

/** Registers the receiver for every change of an integration's status. */
export async function registerWebhook({ example, send }: DemoContext): Promise<void> {
  const { body } = await send<WebhooksCreatedView>('POST /webhooks', 201, { body: webhookBody(example.receiver) });
  expectEqual('All webhooks are accepted', body.errors, []);
  expectEqual(
    'One webhook is created',
    body.createdWebhooks.map(({ url }) => url),
    [example.receiver.url],
  );
}
