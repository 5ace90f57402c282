import type {
  AnyPluginDefinition,
  FailureClassification,
  OperationResult,
  Session,
  SlotValues,
} from '@portcullis/plugin-api';
import { classifyFailure, FAILURE_CLASSES } from '@portcullis/plugin-api';
import pRetry from 'p-retry';
import { withDeadline } from '../platform/deadline.ts';
import type { SessionPool } from '../platform/session-pool.ts';
import type { Clock } from '../ports/clock.ts';
import type { Scrub } from '../security/scrubber.ts';
import type { RenderedStep } from './rendered-step.ts';

/** What executing statements needs. */
export interface StepEnvironment {
  readonly definition: AnyPluginDefinition;
  readonly sessions: SessionPool;
  readonly values: SlotValues;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly statementDeadlineMs: number;
  /** Repetitions after a transient failure. */
  readonly transientRetries: number;
  readonly scrub: Scrub;
}

/** How a statement ended. `unknown`: it was sent and the answer was lost. */
export type StepResult =
  | { readonly outcome: 'done'; readonly outputs?: Readonly<Record<string, string>> }
  | { readonly outcome: 'failed' | 'unknown'; readonly failure: FailureClassification };

/** Failures after which nobody knows whether the statement took effect. */
const LOST_REPLY: readonly string[] = ['network', 'timeout'];

/** The role each session acts as. Sessions are objects of the plugin: what we know of them we keep beside them. */
const actingRoles = new WeakMap<Session, string>();

/**
 * Sends one statement, repeating it with p-retry where its failure class says that repeating helps and the platform has
 * said that nothing happened. Connections are repeated as well: nothing was sent yet. Never rejects for the platform's reasons.
 */
export async function executeStep(step: RenderedStep, environment: StepEnvironment): Promise<StepResult> {
  const { definition, signal, transientRetries, scrub } = environment;
  let sent = false;
  const attempt = async (): Promise<OperationResult> => {
    sent = false;
    return send(step, environment, () => {
      sent = true;
    });
  };
  try {
    const result = await pRetry(attempt, {
      retries: transientRetries,
      minTimeout: 200,
      maxTimeout: 2000,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => {
        const failure = classifyFailure(error, definition.classifyError);
        return (
          FAILURE_CLASSES[failure.class].retry &&
          !(sent && LOST_REPLY.includes(failure.class)) &&
          !step.doneOn.includes(failure.class)
        );
      },
    });
    return result.outputs === undefined ? { outcome: 'done' } : { outcome: 'done', outputs: result.outputs };
  } catch (error) {
    const failure = classifyFailure(error, definition.classifyError);
    if (step.doneOn.includes(failure.class)) return { outcome: 'done' };
    const clean = { ...failure, message: scrub(failure.message) };
    return { outcome: sent && LOST_REPLY.includes(failure.class) ? 'unknown' : 'failed', failure: clean };
  }
}

async function send(step: RenderedStep, environment: StepEnvironment, onSent: () => void): Promise<OperationResult> {
  const { sessions, signal, clock, statementDeadlineMs, values } = environment;
  return sessions.use(step.stage, step.actor, signal, (session) =>
    withDeadline(
      clock,
      statementDeadlineMs,
      'The statement',
      async (inner) => {
        await actAs(session, step.role, environment.definition, inner);
        onSent();
        return session.run(step.operation(values), { signal: inner });
      },
      signal,
    ),
  );
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
