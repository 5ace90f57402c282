import type {
  AnyPluginDefinition,
  FailureClassification,
  OperationChange,
  OperationResult,
  Session,
  SlotValues,
} from '@portcullis/plugin-api';
import { classifyFailure, FAILURE_CLASSES } from '@portcullis/plugin-api';
import pRetry from 'p-retry';
import { ofTenant } from '../../kernel/events/typed-events.ts';
import { withDeadline } from '../../kernel/time/deadline.ts';
import { traced } from '../../kernel/tracing/traced.ts';
import { TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Redact } from '../../security/redaction/redactor.ts';
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
  /** Repetitions after a transient failure. */
  readonly transientRetries: number;
  readonly redact: Redact;
}

/** The end of a statement. `unknown`: it was sent and the answer was lost. */
export type StepResult =
  | { readonly outcome: 'done'; readonly outputs?: Readonly<Record<string, string>> }
  | { readonly outcome: 'failed' | 'unknown'; readonly failure: FailureClassification };

/** Failures after which the effect of the statement is not known. */
const LOST_REPLY: readonly string[] = ['network', 'timeout'];

/** The role each session acts as. Sessions are objects of the plugin: what we know of them we keep beside them. */
const actingRoles = new WeakMap<Session, string>();

/**
 * Sends one statement, repeating it with p-retry where its failure class says that repeating helps and the platform has
 * said that nothing happened. Connections are repeated as well: nothing was sent yet. Never rejects for the platform's reasons.
 *
 * @param change - the change that it belongs to, for the session.
 * @param beforeSend - runs each time right before the statement is sent, on a connection that is open by then; where it rejects, the
 * statement is not sent, nor is it repeated.
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
  sendRepeatedly,
);

async function sendRepeatedly(
  step: RenderedStep,
  context: StepContext,
  change?: OperationChange,
  beforeSend?: () => Promise<void>,
): Promise<StepResult> {
  const { definition, sessions, values, clock, signal, statementDeadlineMs, transientRetries } = context;
  let sent = false;
  let isRefused: boolean | undefined;
  let reason: unknown;
  const send =
    (session: Session) =>
    async (inner: AbortSignal): Promise<OperationResult> => {
      await actAs(session, step.role, definition, inner);
      const operation = step.operation(values, definition.dialect);
      isRefused = true;
      await beforeSend?.();
      isRefused = false;
      sent = true;
      return session.run(operation, { signal: inner, ...(change ? { change } : {}) });
    };
  const attempt = async (): Promise<OperationResult> => {
    sent = false;
    isRefused = false;
    const { stage, actor, role } = step;
    try {
      return await sessions.use(
        stage,
        actor,
        signal,
        (session) => withDeadline(clock, statementDeadlineMs, 'The statement', send(session), signal),
        role,
      );
    } catch (error) {
      reason = error;
      // Drivers reject with anything, and p-retry has its own opinion of some of it.
      throw new Error('A statement failed.');
    }
  };
  // A statement that was interrupted after it was sent has lost its answer, whatever the error is called.
  const isLost = (failure: FailureClassification): boolean =>
    sent && (signal.aborted || LOST_REPLY.includes(failure.class));
  const isDone = (failure: FailureClassification): boolean =>
    sent && !signal.aborted && step.doneOn.includes(failure.class);
  try {
    const result = await pRetry(attempt, {
      retries: transientRetries,
      minTimeout: 200,
      maxTimeout: 2000,
      randomize: true,
      signal,
      shouldRetry: () => {
        const failure = classifyFailure(reason, definition.classifyError);
        const isWorthIt = FAILURE_CLASSES[failure.class].retry || step.retryOn.includes(failure.class);
        return isWorthIt && !isRefused && !isLost(failure) && !isDone(failure);
      },
    });
    return result.outputs === undefined ? { outcome: 'done' } : { outcome: 'done', outputs: result.outputs };
  } catch (error) {
    const failure = cleanFailure(reason ?? error, context);
    if (isDone(failure)) return { outcome: 'done' };
    return { outcome: isLost(failure) ? 'unknown' : 'failed', failure };
  }
}

/** Classifies an error of a plugin, without the secrets that a driver may have quoted. */
export function cleanFailure(
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
  definition: AnyPluginDefinition,
  signal: AbortSignal,
): Promise<void> {
  const { dialect } = definition;
  if (role === null || !dialect?.switchRole || actingRoles.get(session) === role) return;
  const text = dialect.switchRole(role);
  await session.run({ kind: 'statement', text, reveal: () => text }, { signal });
  actingRoles.set(session, role);
}
