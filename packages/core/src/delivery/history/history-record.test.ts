import { createFakeTransport, type FakeResponse } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin, contextOf, createDeliveryEngine } from '../../../tests/delivery-engine.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import type { TransportOutcome, TransportPhase } from '../../ports/http-transport.ts';
import { interruptedOutcome } from '../attempt/attempt-outcome.ts';

const owner = contextOf(7);
const metadata = { modelId: 4, modelType: 'datasource', actionBy: 7, actionByName: 'Ada' };

async function createEngine(response?: FakeResponse) {
  const engine = await createDeliveryEngine({ transport: createFakeTransport(response) });
  const element = webhookBody({ global: false, notificationType: ['firstQuery'] });
  await engine.webhooks.create(owner, { webhooks: [element] });
  await engine.notifications.notify({ kind: 'firstQuery', metadata });
  await engine.untilIdle();
  return engine;
}

const responded: TransportOutcome = {
  kind: 'response',
  statusCode: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from('fine'),
  bodyBytes: 70_000,
  truncated: true,
  timing: {
    totalMs: 31.27,
    connectMs: 12.5,
    firstByteMs: 30.04,
    remoteAddress: '192.0.2.7',
    reusedSocket: false,
    retriedStaleSocket: true,
  },
};

const failed = (code: string, phase: TransportPhase): TransportOutcome => ({
  kind: 'failure',
  code,
  phase,
  connect: phase === 'connect',
  timing: { totalMs: 20, connectMs: 11, remoteAddress: '10.0.0.7', reusedSocket: false },
});

describe('one history record', () => {
  it('contains the listed record and the details of its attempt', async () => {
    const { webhooks, clock } = await createEngine(() => responded);
    const { records } = await webhooks.history(admin, {});
    const at = new Date(clock.now()).toISOString();
    expect(await webhooks.historyRecord(admin, 1)).toEqual({
      ...records[0],
      attempt: {
        trigger: 'automatic',
        number: 1,
        succeeded: true,
        interrupted: false,
        startedAt: at,
        endedAt: at,
        timing: { connectMs: 12.5, firstByteMs: 30, totalMs: 31.3 },
        reusedConnection: false,
        retriedStaleConnection: true,
        responseBytes: 70_000,
        responseTruncated: true,
        remoteAddress: '192.0.2.7',
      },
    });
  });

  it('contains the number of the attempt, and the record that a manual retry repeats', async () => {
    const responses = [500, 503, 204, 202];
    const { webhooks, pass } = await createEngine(() => responses.shift() ?? 0);
    await pass(10_000);
    await webhooks.retry(owner, 2);
    await webhooks.test(owner, 1);
    const attempts = await Promise.all([1, 2, 3, 4].map((id) => webhooks.historyRecord(owner, id)));
    expect(attempts.map(({ attempt: { trigger, number, retryOf } }) => ({ trigger, number, retryOf }))).toEqual([
      { trigger: 'automatic', number: 1 },
      { trigger: 'automatic', number: 2 },
      { trigger: 'manual', retryOf: 2 },
      { trigger: 'test' },
    ]);
  });

  it('contains the phase that an attempt without a response reached', async () => {
    const { webhooks } = await createEngine(() => failed('ECONNREFUSED', 'connect'));
    const { attempt } = await webhooks.historyRecord(owner, 1);
    expect(attempt).toMatchObject({ succeeded: false, errorCode: 'ECONNREFUSED', phase: 'connect' });
    expect(attempt.timing).toEqual({ connectMs: 11, totalMs: 20 });
  });

  it('marks an attempt without a known end as interrupted, without times', async () => {
    const outcomes = [interruptedOutcome() as TransportOutcome];
    const { webhooks, clock } = await createEngine(() => outcomes.shift() ?? responded);
    expect((await webhooks.historyRecord(admin, 1)).attempt).toEqual({
      trigger: 'automatic',
      number: 1,
      succeeded: false,
      interrupted: true,
      errorCode: 'INTERRUPTED',
      phase: 'interrupted',
      startedAt: new Date(clock.now()).toISOString(),
    });
  });

  it('shows the address of its receiver to administrators alone', async () => {
    const { webhooks } = await createEngine(() => responded);
    expect((await webhooks.historyRecord(owner, 1)).attempt).not.toHaveProperty('remoteAddress');
    expect((await webhooks.historyRecord(admin, 1)).attempt).toHaveProperty('remoteAddress', '192.0.2.7');
  });

  it.each<TransportPhase>(['guard', 'dns', 'connect'])(
    'shows its owner NO_PUBLIC_ADDRESS and nothing else of an address that the guard refused in the phase %s',
    async (phase) => {
      const { webhooks } = await createEngine(() => failed('GUARD_BLOCKED', phase));
      const { attempt } = await webhooks.historyRecord(owner, 1);
      expect(attempt).toEqual({
        trigger: 'automatic',
        number: 1,
        succeeded: false,
        interrupted: false,
        errorCode: 'NO_PUBLIC_ADDRESS',
        phase: 'guard',
      });
      expect((await webhooks.historyRecord(admin, 1)).attempt).toMatchObject({
        phase,
        timing: { connectMs: 11 },
        remoteAddress: '10.0.0.7',
      });
    },
  );

  it('does not exist for users without access, nor for unknown ids', async () => {
    const { webhooks } = await createEngine();
    const missing = { code: 'HISTORY_RECORD_NOT_FOUND' };
    await expect(webhooks.historyRecord(contextOf(8), 1)).rejects.toMatchObject(missing);
    await expect(webhooks.historyRecord(admin, 2)).rejects.toMatchObject(missing);
    await expect(webhooks.historyRecord(admin, Number.NaN)).rejects.toMatchObject(missing);
  });

  it('does not change the responses of the interface', async () => {
    const { webhooks } = await createEngine(() => responded);
    const responses = [
      ...(await webhooks.history(admin, {})).records,
      ...(await webhooks.historyOf(admin, 1, {})).records,
    ];
    responses.push(await webhooks.retry(admin, 1), await webhooks.test(admin, 1));
    for (const response of responses) expect(response).not.toHaveProperty('attempt');
  });
});
