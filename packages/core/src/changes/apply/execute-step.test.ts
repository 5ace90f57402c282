import {
  type AnyPluginDefinition,
  command,
  createCommandDialect,
  type Dialect,
  type FailureClass,
  redisCliSyntax,
  type Session,
} from '@portcullis/plugin-api';
import { classifySimulatedFailure, createFakeClock, SimulatedFailure } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createTestSessions } from '../../../tests/support/create-test-sessions.ts';
import { withoutWaiting } from '../../../tests/support/without-waiting.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import { createRedactor } from '../../security/redaction/redactor.ts';
import { type RenderedStep, reviveStep } from '../steps/rendered-step.ts';
import { executeStep, type StepContext } from './execute-step.ts';

const STEP: RenderedStep = reviveStep({
  text: 'DROP ROLE r',
  stage: 'main',
  actor: 'setup',
  role: null,
  alone: false,
  engine: null,
  succeedOn: [],
  retryOn: [],
  waitUntil: null,
  pieces: null,
  call: null,
});

/** Responses, one after the other; what is left over is done. */
function setUp(
  responses: readonly unknown[] = [],
  options: { connect?: readonly unknown[]; retries?: number; dialect?: Partial<Dialect> } = {},
) {
  const clock = createFakeClock();
  const sent: unknown[] = [];
  const closing = new AbortController();
  const refusals = [...(options.connect ?? [])];
  const left = [...responses];
  const definition = {
    type: 'T',
    dialect: options.dialect ?? { switchRole: (role: string) => `SET ROLE ${role}` },
    classifyError: classifySimulatedFailure,
    async connect() {
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      const session: Session = {
        async run(operation, { signal }) {
          sent.push(operation.kind === 'call' ? operation.text : operation.reveal());
          if (operation.text.startsWith('SET ROLE') || operation.text.startsWith('ROLE')) return {};
          const response = left.shift();
          if (response === 'hang') {
            return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
          }
          if (typeof response === 'function') return response();
          if (response !== undefined) throw response;
          return { outputs: { id: '7' } };
        },
        async close() {},
      };
      return session;
    },
  } as unknown as AnyPluginDefinition;
  const context: StepContext = {
    tenant: DEFAULT_TENANT,
    definition,
    clock,
    signal: closing.signal,
    sessions: createTestSessions(definition, clock),
    values: { secret: () => 'p', fact: () => 'f', context: () => ({ salt: new Uint8Array() }) },
    statementDeadlineMs: 1000,
    transientRetries: options.retries ?? 2,
    redact: createRedactor(['canary-secret']),
  };
  return { context, sent, clock, closing };
}

const failure = (failureClass: FailureClass, message = 'no') => new SimulatedFailure(failureClass, message);

describe('executeStep', () => {
  it('returns the result of the platform', async () => {
    const { context } = setUp();
    expect(await executeStep(STEP, context)).toEqual({ outcome: 'done', outputs: { id: '7' } });
  });

  it.each(['transient', 'in-use', 'paused-or-starting'] as const)(
    'retries after %s, which means that nothing happened',
    async (failureClass) => {
      const { context, sent } = setUp([failure(failureClass), failure(failureClass)]);
      expect(await withoutWaiting(() => executeStep(STEP, context))).toMatchObject({ outcome: 'done' });
      expect(sent).toHaveLength(3);
    },
  );

  it('retries at most the allowed number of times', async () => {
    const { context, sent } = setUp([failure('transient'), failure('transient')], { retries: 1 });
    expect(await withoutWaiting(() => executeStep(STEP, context))).toMatchObject({
      outcome: 'failed',
      failure: { class: 'transient' },
    });
    expect(sent).toHaveLength(2);
  });

  it.each([
    'credentials',
    'missing-grant',
    'invalid-input',
    'already-exists',
    'internal',
    'tls',
    'unsupported',
  ] as const)('does not retry after %s', async (failureClass) => {
    const { context, sent } = setUp([failure(failureClass)]);
    expect(await executeStep(STEP, context)).toMatchObject({ outcome: 'failed', failure: { class: failureClass } });
    expect(sent).toHaveLength(1);
  });

  it.each(['network', 'timeout'] as const)(
    'never repeats a statement that may have taken effect: %s is unknown',
    async (failureClass) => {
      const { context, sent } = setUp([failure(failureClass)]);
      expect(await executeStep(STEP, context)).toMatchObject({
        outcome: 'unknown',
        failure: { class: failureClass },
      });
      expect(sent).toHaveLength(1);
    },
  );

  it('retries statements that the plugin declares retryable, unless the response was lost', async () => {
    const { context, sent } = setUp([failure('not-found'), failure('not-found')]);
    const step = { ...STEP, retryOn: ['not-found', 'network'] as const };
    expect(await withoutWaiting(() => executeStep(step, context))).toMatchObject({ outcome: 'done' });
    expect(sent).toHaveLength(3);
    const lost = setUp([failure('network')]);
    expect(await executeStep({ ...STEP, retryOn: ['network'] }, lost.context)).toMatchObject({
      outcome: 'unknown',
    });
  });

  it.each(['already-exists', 'not-found'] as const)(
    'has an unknown outcome if it fails as %s after a transient failure, which may have had an effect',
    async (failureClass) => {
      const { context, sent } = setUp([failure('transient'), failure(failureClass)]);
      expect(await withoutWaiting(() => executeStep(STEP, context))).toMatchObject({
        outcome: 'unknown',
        failure: { class: failureClass },
      });
      expect(sent).toHaveLength(2);
      const busy = setUp([failure('in-use'), failure(failureClass)]);
      expect(await withoutWaiting(() => executeStep(STEP, busy.context))).toMatchObject({ outcome: 'failed' });
    },
  );

  it('retries a failed connection, because nothing was sent', async () => {
    const { context, sent } = setUp([], { connect: [failure('network'), failure('timeout')] });
    expect(await withoutWaiting(() => executeStep(STEP, context))).toMatchObject({ outcome: 'done' });
    expect(sent).toHaveLength(1);
    const refused = setUp([], { connect: [failure('network')], retries: 0 });
    expect(await executeStep(STEP, refused.context)).toMatchObject({
      outcome: 'failed',
      failure: { class: 'network' },
    });
  });

  it('treats a statement as done if the plugin declares it, but not a failed connection', async () => {
    const step = { ...STEP, succeedOn: ['not-found'] as const };
    expect(await executeStep(step, setUp([failure('not-found')]).context)).toEqual({ outcome: 'done' });
    const { context } = setUp([], { connect: [failure('not-found')] });
    expect(await executeStep(step, context)).toMatchObject({ outcome: 'failed' });
  });

  it('ends at the deadline with the outcome unknown', async () => {
    const { context, clock } = setUp(['hang']);
    const result = executeStep(STEP, context);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1000);
    expect(await result).toMatchObject({ outcome: 'unknown', failure: { class: 'timeout' } });
  });

  it('treats a running statement as unknown when the process stops', async () => {
    const { context, closing } = setUp(['hang']);
    const result = executeStep(STEP, context);
    await new Promise((resolve) => setImmediate(resolve));
    closing.abort(new Error('The instance is closing.'));
    expect(await result).toMatchObject({ outcome: 'unknown' });
  });

  it('treats an unsent statement as failed when the process stops', async () => {
    const { context, closing, sent } = setUp();
    closing.abort(new Error('The instance is closing.'));
    expect(await executeStep(STEP, context)).toMatchObject({ outcome: 'failed' });
    expect(sent).toEqual([]);
  });

  it('redacts secrets in messages of the driver', async () => {
    const { context } = setUp([failure('invalid-input', 'syntax error at CREATE USER u PASSWORD canary-secret')]);
    expect(await executeStep(STEP, context)).toMatchObject({
      failure: { message: 'syntax error at CREATE USER u PASSWORD [REDACTED]' },
    });
  });

  it.each([['a text'], [undefined], [null], [{ code: 'ECONNRESET' }], [new TypeError('fetch failed')]])(
    'handles a driver that rejects with %j',
    async (thrown) => {
      const { context } = setUp([() => Promise.reject(thrown)]);
      const result = await executeStep(STEP, context);
      expect(result).toMatchObject({ outcome: (thrown as { code?: string } | undefined)?.code ? 'unknown' : 'failed' });
    },
  );

  it('switches to the role of a step once per session', async () => {
    const { context, sent } = setUp();
    const owner = { ...STEP, role: 'owner' };
    for (const step of [owner, owner, STEP, owner]) await executeStep(step, context);
    expect(sent).toEqual(['SET ROLE owner', 'DROP ROLE r', 'DROP ROLE r', 'DROP ROLE r', 'DROP ROLE r']);
  });

  it('switches to a role by a command, in a dialect of commands', async () => {
    const dialect = createCommandDialect({
      language: 'redis-cli',
      commands: redisCliSyntax,
      switchRole: (role) => command('ROLE', 'SET', role),
    });
    const { context, sent } = setUp([], { dialect });
    await executeStep({ ...STEP, role: 'the owner' }, context);
    expect(sent).toEqual([['ROLE', 'SET', 'the owner'], 'DROP ROLE r']);
  });
});
