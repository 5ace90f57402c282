import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';

function emitted(instance: TestInstance, name: string): readonly Readonly<Record<string, unknown>>[] {
  return instance.events.filter((each) => each.name === name).map(({ event }) => event);
}

describe('the events of a create', () => {
  it('report the validation, and the start and end of each test with its position', async () => {
    const instance = await createTestInstance();
    await createAndWait(instance);
    const { integration } = await instance.portcullis.integrations.get(ADMIN, 1);
    const { validationTests } = integration.validationResults;
    const total = validationTests.length;
    expect(emitted(instance, 'validation.started')).toEqual([{ type: 'Simulated', operation: 'create', total }]);
    const ended = emitted(instance, 'validation.test');
    expect(ended.map(({ position }) => position).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      validationTests.map((_test, index) => index + 1),
    );
    for (const { position, test } of ended) expect(test).toEqual(validationTests[Number(position) - 1]);
    const run = validationTests.filter((test) => test.skipReason === undefined).map(({ id }) => id);
    const started = emitted(instance, 'validation.testStarted').map(({ test }) => (test as { id: string }).id);
    expect(started.toSorted()).toEqual(run.toSorted());
    expect(emitted(instance, 'validation.finished')).toMatchObject([{ total, status: 'passed' }]);
    const order = instance.events.map(({ name }) => name).filter((name) => name.startsWith('validation.'));
    expect(order[0]).toBe('validation.started');
    expect(order.at(-1)).toBe('validation.finished');
  });

  it('report the operation and each statement, with the number of statements in the plan', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const [started] = emitted(instance, 'operation.started');
    const statements = emitted(instance, 'operation.statement');
    const total = statements.length / 2;
    expect(started).toEqual({ integrationId: id, operationId: 1, kind: 'create', total });
    expect(statements.map(({ status }) => status)).toEqual(
      Array.from({ length: total }, () => ['intended', 'done']).flat(),
    );
    expect(new Set(statements.map((each) => each.total))).toEqual(new Set([total]));
    expect(emitted(instance, 'operation.finished')).toMatchObject([
      { operationId: 1, status: 'succeeded', durationMs: expect.any(Number) },
    ]);
  });

  it('report reverted changes as statements in the direction of compensation', async () => {
    const instance = await createTestInstance();
    instance.platform.inject({ at: 4, effect: { fail: 'missing-grant' } });
    await createAndWait(instance);
    const undone = emitted(instance, 'operation.statement').filter(({ direction }) => direction === 'compensation');
    expect(undone.length).toBeGreaterThan(0);
    expect(undone.map(({ status }) => status)).toEqual(undone.map((_each, index) => (index % 2 ? 'done' : 'intended')));
    expect(emitted(instance, 'operation.finished')).toMatchObject([{ status: 'failed' }]);
  });
});
