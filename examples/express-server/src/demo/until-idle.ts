import { setTimeout as delay } from 'node:timers/promises';
import type { IntegrationStatus, StatusView } from '@portcullis/core';
import type { DemoContext } from './demo-context.ts';
import { expectEqual } from './expect.ts';

/** Milliseconds between two requests for the status, and the maximum number of requests. */
const PAUSE = 100;
const POLLS = 1200;

/** Polls the status until no operation runs. Fails if the final status is not the expected one. */
export async function untilIdle({ send, print }: DemoContext, id: string, expected: IntegrationStatus): Promise<void> {
  let status = '';
  for (let poll = 0; poll < POLLS && (status === '' || status.endsWith('ing')); poll += 1) {
    if (poll > 0) await delay(PAUSE);
    const { body } = await send<StatusView>(`GET /integrations/${id}/status`, 200, { quiet: true });
    if (body.status !== status) print(`GET /integrations/${id}/status -> ${body.status}`);
    status = body.status;
  }
  expectEqual('The integration reaches its status', status, expected);
}
