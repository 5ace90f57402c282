import { tracingChannel } from 'node:diagnostics_channel';
import { PlatformError, passed, skipped, type TestOutcome, warned } from '@portcullis/plugin-api';
import { createFakeClock } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import { runTests, type TestRun } from './run-tests.ts';
import type { RunnableTest } from './runnable-test.ts';

/** A test that takes a time on the fake clock, and passes unless it is said otherwise. */
type Scripted = Partial<RunnableTest> & {
  readonly id: string;
  readonly takes?: number;
  readonly says?: TestOutcome | Error;
};

function setUp(scripted: readonly Scripted[], options: Partial<TestRun> = {}) {
  const clock = createFakeClock();
  const started: string[] = [];
  const results: string[] = [];
  let running = 0;
  let most = 0;
  const tests = scripted.map(
    ({ takes = 0, says = passed(), ...test }): RunnableTest => ({
      name: `Test ${test.id}`,
      phase: 'prerequisite',
      mandatory: true,
      dependsOn: [],
      affects: [],
      deadlineMs: 1000,
      notApplicable: undefined,
      async run() {
        started.push(test.id);
        running += 1;
        most = Math.max(most, running);
        if (takes > 0) await new Promise<void>((resolve) => clock.after(takes, resolve));
        running -= 1;
        if (says instanceof Error) throw says;
        return says;
      },
      ...test,
    }),
  );
  const run: TestRun = {
    tests,
    concurrency: 4,
    budgetMs: 60_000,
    clock,
    signal: new AbortController().signal,
    classify: (error) =>
      PlatformError.isInstance(error)
        ? { class: error.failureClass, message: error.message }
        : { class: 'internal', message: 'An unexpected error occurred in the plugin.' },
    trace: { type: 'Simulated', operation: 'create' },
    onResult: (test, { outcome }) => results.push(`${test.id} ${outcome.status}`),
    ...options,
  };
  /** Advances the clock whenever all tests wait for it. */
  const finish = async () => {
    let outcomes: Awaited<ReturnType<typeof runTests>> | undefined;
    const done = runTests(run).then((value) => {
      outcomes = value;
    });
    while (!outcomes) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!outcomes) clock.advanceToNext();
    }
    await done;
    return outcomes;
  };
  const statuses = async () =>
    Object.fromEntries([...(await finish())].map(([id, { outcome }]) => [id, outcome.status]));
  return { clock, started, results, run, finish, statuses, most: () => most };
}

describe('runTests', () => {
  it('runs gates one by one, then the others concurrently', async () => {
    const { started, finish, most, clock } = setUp([
      { id: 'a', takes: 30 },
      { id: 'g1', phase: 'gate', takes: 10 },
      { id: 'b', takes: 20 },
      { id: 'g2', phase: 'gate', takes: 10 },
    ]);
    await finish();
    expect(started).toEqual(['g1', 'g2', 'a', 'b']);
    expect(most()).toBe(2);
    expect(clock.monotonic()).toBe(50);
  });

  it('takes as long as the critical path, not the sum of all tests', async () => {
    const { finish, clock } = setUp([
      { id: 'gate', phase: 'gate', takes: 5 },
      { id: 'a', takes: 40 },
      { id: 'b', takes: 10 },
      { id: 'c', takes: 20, dependsOn: ['b'] },
      { id: 'd', takes: 5, dependsOn: ['a', 'c'] },
    ]);
    const outcomes = await finish();
    expect(clock.monotonic()).toBe(5 + 40 + 5);
    expect(outcomes.get('c')?.durationMs).toBe(20);
  });

  it('never exceeds the concurrency limit', async () => {
    const { finish, most, clock } = setUp(
      Array.from({ length: 9 }, (_, index) => ({ id: `t${index}`, takes: 10 })),
      { concurrency: 2 },
    );
    await finish();
    expect(most()).toBe(2);
    expect(clock.monotonic()).toBe(50);
  });

  it('skips all tests after a failed gate, including later gates, with the reason', async () => {
    const { started, finish } = setUp([
      {
        id: 'g1',
        phase: 'gate',
        name: 'Basic Connection Test',
        says: new PlatformError({ failureClass: 'credentials', message: 'no' }),
      },
      { id: 'g2', phase: 'gate' },
      { id: 'a' },
      { id: 'b', notApplicable: 'This is checked for edit only.' },
    ]);
    const outcomes = await finish();
    expect(started).toEqual(['g1']);
    expect(outcomes.get('g1')?.outcome).toEqual({ status: 'failed', failureClass: 'credentials', message: 'no' });
    expect([...outcomes].slice(1).map(([id, { outcome, skipReason }]) => [id, outcome.status, skipReason])).toEqual([
      ['g2', 'skipped', '"Basic Connection Test" failed.'],
      ['a', 'skipped', '"Basic Connection Test" failed.'],
      ['b', 'skipped', 'This is checked for edit only.'],
    ]);
  });

  it('skips tests that depend on a failed or skipped one, but not on a warning', async () => {
    const { statuses } = setUp([
      { id: 'failing', says: new Error('boom') },
      { id: 'warning', says: warned('careful') },
      { id: 'skipping', says: skipped('not here') },
      { id: 'a', dependsOn: ['failing'] },
      { id: 'b', dependsOn: ['warning'] },
      { id: 'c', dependsOn: ['skipping'] },
      { id: 'd', dependsOn: ['a'] },
      { id: 'e', dependsOn: ['somewhere else'] },
    ]);
    expect(await statuses()).toEqual({
      failing: 'failed',
      warning: 'warning',
      skipping: 'skipped',
      a: 'skipped',
      b: 'passed',
      c: 'skipped',
      d: 'skipped',
      e: 'skipped',
    });
  });

  it('names the unfulfilled dependencies', async () => {
    const { finish } = setUp([
      { id: 'a', name: 'Grants', says: new Error('boom') },
      { id: 'b', dependsOn: ['a'] },
    ]);
    expect((await finish()).get('b')?.skipReason).toBe('"Grants" did not pass.');
  });

  it('ends a test at its deadline, even if it ignores the signal', async () => {
    const { finish } = setUp([{ id: 'slow', takes: 10_000, deadlineMs: 50 }, { id: 'quick' }]);
    const outcomes = await finish();
    expect(outcomes.get('slow')).toMatchObject({
      durationMs: 50,
      outcome: { status: 'failed', failureClass: 'timeout' },
    });
    expect(outcomes.get('quick')?.outcome.status).toBe('passed');
  });

  it('limits the whole run to its budget', async () => {
    const { finish, clock, started } = setUp(
      [
        { id: 'a', takes: 80 },
        { id: 'b', takes: 80, dependsOn: ['a'] },
        { id: 'c', dependsOn: ['b'] },
        { id: 'd', takes: 500 },
      ],
      { budgetMs: 100 },
    );
    const outcomes = await finish();
    expect(clock.monotonic()).toBe(100);
    expect(started).toEqual(['a', 'd', 'b']);
    expect(
      [...outcomes].map(([id, { outcome }]) => [id, 'failureClass' in outcome ? outcome.failureClass : outcome.status]),
    ).toEqual(
      expect.arrayContaining([
        ['a', 'passed'],
        ['b', 'timeout'],
        ['c', 'skipped'],
        ['d', 'timeout'],
      ]),
    );
  });

  it('fails a test that could not start in time, as a time-out', async () => {
    const { finish } = setUp([{ id: 'gate', phase: 'gate', takes: 100, deadlineMs: 100 }, { id: 'a' }], {
      budgetMs: 100,
    });
    const outcomes = await finish();
    expect(outcomes.get('a')?.outcome).toMatchObject({ status: 'skipped' });
    expect(outcomes.get('gate')?.outcome).toMatchObject({ failureClass: 'timeout' });
  });

  it('ends immediately when the caller aborts', async () => {
    const gone = new AbortController();
    const { run, clock } = setUp([{ id: 'slow', takes: 1000 }], { signal: gone.signal });
    const outcomes = runTests(run);
    gone.abort(new Error('gone'));
    expect((await outcomes).get('slow')?.outcome.status).toBe('failed');
    expect(clock.monotonic()).toBe(0);
  });

  it('observes the platform between the gates and the other tests', async () => {
    const order: string[] = [];
    const { started, finish } = setUp([{ id: 'gate', phase: 'gate' }, { id: 'a' }], {
      async afterGates() {
        order.push(...started, 'look');
      },
    });
    await finish();
    expect(order).toEqual(['gate', 'look']);
    expect(started).toEqual(['gate', 'a']);
  });

  it('treats a failed observation as a failure of the last executed gate, and reports it once', async () => {
    const { finish, results } = setUp(
      [
        { id: 'g1', phase: 'gate' },
        { id: 'g2', phase: 'gate', takes: 7 },
        { id: 'g3', phase: 'gate', notApplicable: 'not now' },
        { id: 'a' },
      ],
      {
        afterGates: () => Promise.reject(new PlatformError({ failureClass: 'not-found', message: 'no such database' })),
      },
    );
    const outcomes = await finish();
    expect(outcomes.get('g2')).toEqual({
      outcome: { status: 'failed', failureClass: 'not-found', message: 'no such database' },
      durationMs: 7,
    });
    expect(results.toSorted()).toEqual(['a skipped', 'g1 passed', 'g2 failed', 'g3 skipped']);
  });

  it('passes a failed observation to every applicable test if there is no gate', async () => {
    const { statuses } = setUp([{ id: 'a' }, { id: 'b', notApplicable: 'not now' }], {
      afterGates: () => Promise.reject(new Error('no')),
    });
    expect(await statuses()).toEqual({ a: 'failed', b: 'skipped' });
  });

  it('limits an observation to the remaining time, and passes on this limit', async () => {
    let aborted = false;
    const { finish } = setUp([{ id: 'gate', phase: 'gate', takes: 40 }, { id: 'a' }], {
      budgetMs: 100,
      afterGates: (signal) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            aborted = true;
          });
        }),
    });
    const outcomes = await finish();
    expect(outcomes.get('gate')?.outcome).toMatchObject({ status: 'failed', failureClass: 'timeout' });
    expect(aborted).toBe(true);
  });

  it.each([[undefined], [null], ['passed'], [{}], [{ status: 'great' }]])(
    'treats the invalid outcome %j of a plugin as a failure',
    async (says) => {
      const { finish } = setUp([{ id: 'a', run: async () => says as unknown as TestOutcome }]);
      expect((await finish()).get('a')?.outcome).toMatchObject({ status: 'failed', failureClass: 'internal' });
    },
  );

  it('adds a message to a failure that has none', async () => {
    const { finish } = setUp([{ id: 'a', says: { status: 'failed', failureClass: 'network' } as TestOutcome }]);
    expect((await finish()).get('a')?.outcome).toMatchObject({ message: 'The platform could not be reached.' });
  });

  it('has one result for each test of any list, reported exactly once', async () => {
    const scripted = fc.array(
      fc.record({
        phase: fc.constantFrom<RunnableTest['phase']>('gate', 'prerequisite', 'capability', 'recurring'),
        takes: fc.nat(30),
        says: fc.constantFrom<TestOutcome | Error>(passed(), warned('w'), skipped('s'), new Error('e')),
        notApplicable: fc.constantFrom(undefined, undefined, 'not now'),
        earlier: fc.array(fc.nat(10), { maxLength: 2 }),
      }),
      { maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(
        scripted,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 100 }),
        async (shape, concurrency, budgetMs) => {
          const list = shape.map(({ earlier, ...test }, index) => ({
            ...test,
            id: `t${index}`,
            dependsOn: earlier.filter((each) => each < index).map((each) => `t${each}`),
          }));
          const { finish, results } = setUp(list, { concurrency, budgetMs });
          const outcomes = await finish();
          expect([...outcomes.keys()].toSorted()).toEqual(list.map(({ id }) => id).toSorted());
          expect(results.map((each) => each.split(' ')[0]).toSorted()).toEqual(list.map(({ id }) => id).toSorted());
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the trace of a test', () => {
  /** Runs one test, and returns its trace. */
  const traceOf = async (says: TestOutcome): Promise<object | undefined> => {
    const traces: object[] = [];
    const none = (): void => undefined;
    const asyncEnd = (trace: object): void => void traces.push({ ...trace });
    const handlers = { start: none, end: none, asyncStart: none, asyncEnd, error: none };
    const channel = tracingChannel<unknown, object>(TRACING_CHANNELS.validationTest);
    channel.subscribe(handlers);
    onTestFinished(() => {
      channel.unsubscribe(handlers);
    });
    const trace = { type: 'Sample', operation: 'recurring', integrationId: 7 };
    await setUp([{ id: 'connection', name: 'Connection', phase: 'gate', says }], { trace }).finish();
    return traces[0];
  };

  it('names the test, its run and its outcome', async () => {
    expect(await traceOf(passed())).toMatchObject({
      type: 'Sample',
      operation: 'recurring',
      integrationId: 7,
      testId: 'connection',
      name: 'Connection',
      phase: 'gate',
      status: 'passed',
    });
  });

  it('names the class of the failure', async () => {
    const failed: TestOutcome = { status: 'failed', failureClass: 'tls', message: 'No.' };
    expect(await traceOf(failed)).toMatchObject({ failureClass: 'tls' });
  });
});
