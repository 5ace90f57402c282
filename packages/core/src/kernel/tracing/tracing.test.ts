import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
} from '../../../tests/support/create-test-instance.ts';
import type { OperationResponse } from '../../index.ts';
import { traced } from './traced.ts';
import { TRACING_CHANNELS, type TraceContexts, type TracingChannelName } from './tracing-channels.ts';

const ADMIN_OF_ACME = { principal: { ...ADMIN.principal, tenant: 'acme' } };

interface PublishedTrace {
  readonly name: TracingChannelName;
  readonly phase: 'start' | 'asyncEnd';
  readonly trace: Readonly<Record<string, unknown>>;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function listen(names: readonly TracingChannelName[] = Object.values(TRACING_CHANNELS)): readonly PublishedTrace[] {
  const traces: PublishedTrace[] = [];
  for (const name of names) {
    const on = (phase: PublishedTrace['phase']) => (trace: object) => traces.push({ name, phase, trace: { ...trace } });
    const none = () => undefined;
    const handlers = { start: on('start'), asyncEnd: on('asyncEnd'), end: none, asyncStart: none, error: none };
    tracingChannel(name).subscribe(handlers);
    stops.push(() => tracingChannel(name).unsubscribe(handlers));
  }
  return traces;
}

describe('the tracing channels', () => {
  it('show a validation with its tests, and an operation with its statements', async () => {
    const traces = listen();
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const ended = (name: TracingChannelName) =>
      traces.filter((each) => each.name === name && each.phase === 'asyncEnd').map(({ trace }) => trace);
    expect(ended('portcullis.validation')).toEqual([
      expect.objectContaining({ type: 'Simulated', operation: 'create', status: 'passed' }),
    ]);
    expect(ended('portcullis.validation')[0]).not.toHaveProperty('integrationId');
    expect(ended('portcullis.validation.test')[0]).not.toHaveProperty('integrationId');
    expect(ended('portcullis.validation.test')).toContainEqual(
      expect.objectContaining({ testId: 'connection', phase: 'gate', status: 'passed' }),
    );
    expect(ended('portcullis.operation')).toEqual([
      expect.objectContaining({ integrationId: id, operationId: 1, kind: 'create', status: 'succeeded' }),
    ]);
    const [operation] = await instance.portcullis.integrations.operations(ADMIN, id);
    expect(ended('portcullis.statement').map(({ statement }) => statement)).toEqual(
      operation?.journal.map(({ statement }) => statement),
    );
    expect(new Set(ended('portcullis.statement').map(({ outcome }) => outcome))).toEqual(new Set(['done']));
  });

  it.each(['validation', 'validationTest', 'operation', 'statement'] as const)(
    'name the tenant in the trace of each %s, and none for the default tenant',
    async (name) => {
      const traces = listen([TRACING_CHANNELS[name]]);
      const { portcullis, ...instance } = await createTestInstance();
      await portcullis.tenants.create({ id: 'acme' });
      const acme = portcullis.tenant('acme');
      const { id } = (await acme.integrations.create(ADMIN_OF_ACME, bodyOf())) as OperationResponse;
      await acme.integrations.whenIdle(Number(id));
      const ofAcme = traces.length;
      await createAndWait({ ...instance, portcullis }, bodyOf({ host: 'other.example.com' }));
      expect(new Set(traces.slice(0, ofAcme).map(({ trace }) => trace.tenant))).toEqual(new Set(['acme']));
      expect(new Set(traces.slice(ofAcme).map(({ trace }) => 'tenant' in trace))).toEqual(new Set([false]));
    },
  );

  it('report the class of a failure, and contain no secret', async () => {
    const traces = listen();
    const instance = await createTestInstance();
    instance.platform.inject({
      at: 3,
      effect: { fail: 'missing-grant', message: 'denied for user of password hunter2' },
    });
    const id = await createAndWait(instance);
    await instance.portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    await instance.portcullis.integrations.whenIdle(id);
    expect(traces).toContainEqual(
      expect.objectContaining({
        name: 'portcullis.statement',
        phase: 'asyncEnd',
        trace: expect.objectContaining({ outcome: 'failed', failureClass: 'missing-grant' }),
      }),
    );
    expect(traces).toContainEqual(
      expect.objectContaining({
        name: 'portcullis.operation',
        trace: expect.objectContaining({ status: 'failed', failureClass: 'missing-grant' }),
      }),
    );
    expect(JSON.stringify(traces)).not.toContain(CREDENTIALS.password);
  });

  it('nest: a statement runs in the context that a subscriber bound to its operation', async () => {
    const storage = new AsyncLocalStorage<string>();
    const start = channel(`tracing:${TRACING_CHANNELS.operation}:start`) as ReturnType<typeof channel> & {
      bindStore(store: object, transform: (trace: object) => string): void;
      unbindStore(store: object): void;
    };
    start.bindStore(storage, (trace) => `operation ${(trace as TraceContexts['portcullis.operation']).operationId}`);
    stops.push(() => start.unbindStore(storage));
    const seen: (string | undefined)[] = [];
    const statements = channel(`tracing:${TRACING_CHANNELS.statement}:start`);
    const listener = (): void => void seen.push(storage.getStore());
    statements.subscribe(listener);
    stops.push(() => statements.unsubscribe(listener));
    await createAndWait(await createTestInstance(), bodyOf());
    expect(new Set(seen)).toEqual(new Set(['operation 1']));
  });

  it('create no context while there are no subscribers', async () => {
    const context = (): never => {
      throw new Error('made');
    };
    await expect(traced('portcullis.operation', { about: context }, async () => 'done')()).resolves.toBe('done');
  });

  it('pass errors on to the caller, and only their name and code to subscribers', async () => {
    const errors: unknown[] = [];
    const noted: unknown[] = [];
    const hear = (trace: object): void => {
      noted.push({ ...trace });
      errors.push((trace as { error?: Error }).error?.message);
    };
    const none = () => undefined;
    const handlers = { start: none, end: none, asyncStart: none, asyncEnd: none, error: hear };
    tracingChannel('portcullis.validation').subscribe(handlers);
    stops.push(() => tracingChannel('portcullis.validation').unsubscribe(handlers));
    const failure = Object.assign(new TypeError('password is hunter2', { cause: 'hunter2' }), { code: 'BROKEN' });
    const call = traced('portcullis.validation', { about: () => ({ type: 'T', operation: 'create' }) }, () =>
      Promise.reject(failure),
    )();
    await expect(call).rejects.toBe(failure);
    expect(errors).toEqual(['BROKEN']);
    expect(noted).toMatchObject([{ failure: { name: 'TypeError', code: 'BROKEN' } }]);
    expect(JSON.stringify(noted)).not.toContain('hunter2');
  });
});
