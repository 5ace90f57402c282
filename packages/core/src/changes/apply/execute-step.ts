import type {
  AnyPluginDefinition,
  ExecutableOperation,
  FailureClassification,
  OperationChange,
  OperationResult,
  Session,
  SlotValues,
} from '@portcullis/plugin-api';
import { classifyFailure, executableArguments, FAILURE_CLASSES } from '@portcullis/plugin-api';
import pRetry from 'p-retry';
import { ofTenant } from '../../kernel/events/typed-events.ts';
import { withDeadline } from '../../kernel/time/deadline.ts';
import { traced } from '../../kernel/tracing/traced.ts';
import { TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Redact } from '../../security/redaction/redactor.ts';
import { roleText } from '../script/role-text.ts';
import type { SessionPool } from '../sessions/session-pool.ts';
import type { RenderedStep } from '../steps/rendered-step.ts';

/** Dependencies of the execution of statements. */
export interface StepContext {
  readonly tenant: string;
  readonly definition: AnyPluginDefinition;
  readonly sessions: SessionPool;
  readonly values: SlotValues;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly statementDeadlineMs: number;
  /** Maximum number of retries after a transient failure. */
  readonly transientRetries: number;
  readonly redact: Redact;
}

/** The facts that a statement gives about its object. */
export interface StepEffect {
  readonly outputs?: Readonly<Record<string, string>>;
  /** The platform's own id of the object that it created, if that was observed. */
  readonly platformId?: string;
}

/** The outcome of a statement. `unknown`: it was sent and the response was lost. */
export type StepResult =
  | ({ readonly outcome: 'done' } & StepEffect)
  | { readonly outcome: 'failed' | 'unknown'; readonly failure: FailureClassification };

/** Failures after which the effect of the statement is unknown. */
const LOST_RESPONSE: readonly string[] = ['network', 'timeout'];
/** Failures that the effect of an earlier attempt causes. */
const EARLIER_EFFECT: readonly string[] = ['already-exists', 'not-found'];

/** The current role of each session, kept here because sessions are objects of the plugin. */
const actingRoles = new WeakMap<Session, string>();

/** The progress of the latest attempt to send a statement. */
interface Attempt {
  /** True once the statement may have reached the platform. */
  sent: boolean;
  /** True if an earlier attempt may have taken effect: the platform reported a transient failure of it. */
  mayHaveTakenEffect: boolean;
  /** True while `beforeSend` may refuse the statement. */
  mayBeRefused: boolean;
  /** The error of the last attempt that failed. */
  reason?: unknown;
}

/**
 * Sends one statement. It is retried with p-retry if its failure class is transient and the platform has reported that nothing
 * happened. Failed connections are retried as well, because nothing was sent. If a later attempt shows that an earlier one may
 * have taken effect, the outcome is unknown. Never rejects because of the platform.
 *
 * @param change - the change that it belongs to, for the session.
 * @param beforeSend - runs directly before each send, on an open connection; if it rejects, the statement is neither sent nor
 * retried.
 */
export const executeStep = traced(
  TRACING_CHANNELS.statement,
  {
    about: (step, { definition, tenant }) => ({
      ...ofTenant(tenant),
      type: definition.type,
      stage: step.stage,
      actor: step.actor,
      statement: step.text,
    }),
    note(trace, result) {
      trace.outcome = result.outcome;
      if (result.outcome !== 'done') trace.failureClass = result.failure.class;
    },
  },
  async (
    _trace: unknown,
    step: RenderedStep,
    context: StepContext,
    change?: OperationChange,
    beforeSend?: () => Promise<void>,
  ): Promise<StepResult> => {
    const { definition, signal } = context;
    const latest: Attempt = { sent: false, mayHaveTakenEffect: false, mayBeRefused: false };
    // A statement that was interrupted after it was sent has lost its response, regardless of the error.
    const isLost = (failure: FailureClassification): boolean =>
      latest.sent &&
      (signal.aborted ||
        LOST_RESPONSE.includes(failure.class) ||
        (latest.mayHaveTakenEffect && EARLIER_EFFECT.includes(failure.class)));
    const isDone = (failure: FailureClassification): boolean =>
      latest.sent && !signal.aborted && step.succeedOn.includes(failure.class);
    try {
      const { outputs } = await pRetry(() => attempt(latest, step, context, change, beforeSend), {
        retries: context.transientRetries,
        minTimeout: 200,
        maxTimeout: 2000,
        randomize: true,
        signal,
        shouldRetry: () => {
          const failure = classifyFailure(latest.reason, definition.classifyError);
          const isWorthIt = FAILURE_CLASSES[failure.class].retry || step.retryOn.includes(failure.class);
          latest.mayHaveTakenEffect ||= latest.sent && failure.class === 'transient';
          return isWorthIt && !latest.mayBeRefused && !isLost(failure) && !isDone(failure);
        },
      });
      return outputs === undefined ? { outcome: 'done' } : { outcome: 'done', outputs };
    } catch (error) {
      const failure = redactedFailure(latest.reason ?? error, context);
      if (isDone(failure)) return { outcome: 'done' };
      return { outcome: isLost(failure) ? 'unknown' : 'failed', failure };
    }
  },
);

/** Sends a statement once, on a session of its stage, actor and role. */
async function attempt(
  latest: Attempt,
  step: RenderedStep,
  context: StepContext,
  change: OperationChange | undefined,
  beforeSend: (() => Promise<void>) | undefined,
): Promise<OperationResult> {
  const { definition, sessions, values, clock, signal, statementDeadlineMs } = context;
  const { stage, actor, role } = step;
  Object.assign(latest, { sent: false, mayBeRefused: false });
  try {
    return await sessions.use(
      stage,
      actor,
      signal,
      (session) =>
        withDeadline(
          clock,
          statementDeadlineMs,
          'The statement',
          async (inner) => {
            await actAs(session, role, context, inner);
            const operation = step.operation(values, definition.dialect);
            latest.mayBeRefused = true;
            await beforeSend?.();
            latest.mayBeRefused = false;
            latest.sent = true;
            return session.run(operation, { signal: inner, ...(change ? { change } : {}) });
          },
          signal,
        ),
      role,
    );
  } catch (error) {
    latest.reason = error;
    // Drivers reject with any value, and p-retry treats some of them specially.
    throw new Error('A statement failed.');
  }
}

/** Classifies an error of a plugin, without the secrets that a driver may have quoted. */
export function redactedFailure(
  error: unknown,
  { definition, redact }: Pick<StepContext, 'definition' | 'redact'>,
): FailureClassification {
  const failure = classifyFailure(error, definition.classifyError);
  return {
    ...failure,
    message: redact(failure.message),
    ...(failure.help === undefined ? {} : { help: redact(failure.help) }),
  };
}

async function actAs(
  session: Session,
  role: string | null,
  { definition, values }: Pick<StepContext, 'definition' | 'values'>,
  signal: AbortSignal,
): Promise<void> {
  const { dialect } = definition;
  if (role === null || !dialect?.switchRole || actingRoles.get(session) === role) return;
  const switched = dialect.switchRole(role);
  const text = roleText(switched, dialect);
  const operation: ExecutableOperation =
    typeof switched === 'string'
      ? { kind: 'statement', text, reveal: () => switched }
      : { kind: 'command', text, reveal: () => executableArguments(switched, values) };
  await session.run(operation, { signal });
  actingRoles.set(session, role);
}
