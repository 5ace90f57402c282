import { setTimeout as delay } from 'node:timers/promises';
import type { HistoryPageView, IntegrationStatus } from '@portcullis/core';
import type { DemoContext } from '../demo-context.ts';
import { expectEqual } from '../expect.ts';

/** Waits until the receiver has a change of status with a correct signature, and the history has its record. */
export async function receiveNotification(
  context: DemoContext,
  from: IntegrationStatus,
  to: IntegrationStatus,
): Promise<void> {
  const { deliveries, print } = context;
  const delivery = await deliveries.arrival({ fromStatus: from, toStatus: to });
  print(`received: ${delivery.text}`);
  expectEqual('The signature is right', delivery.verified, true);
  const statusCode = await recordedStatus(context, from, to);
  expectEqual('The history has the delivery', statusCode, 200);
  print(`history: ${statusCode}`);
}

/** The record is written after the receiver has responded, shortly after it has printed the delivery. */
async function recordedStatus({ send }: DemoContext, from: string, to: string): Promise<number | undefined> {
  for (let poll = 0; poll < 600; poll += 1) {
    const { body } = await send<HistoryPageView>('GET /webhooks/history?includeGlobal=true', 200, {
      quiet: true,
    });
    const record = body.records.find(
      ({ request: { metadata } }) => metadata.fromStatus === from && metadata.toStatus === to,
    );
    if (record) return record.statusCode;
    await delay(100);
  }
  return undefined;
}
