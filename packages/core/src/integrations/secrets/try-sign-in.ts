import { classifyFailure, type FailureClass } from '@portcullis/plugin-api';
import { causeOf } from '../../changes/sessions/failure-cause.ts';
import { withAdvice } from '../../changes/sessions/with-advice.ts';
import { withDeadline } from '../../kernel/time/deadline.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { OperationFailure } from '../views/operation-failure.ts';
import type { ValidationResults } from '../views/validation-results.ts';

/** The reason for a failed sign-in. */
export interface SignInFailure {
  readonly class: FailureClass;
  readonly message: string;
  /** The remedy, if the plugin knows a better one than the class. */
  readonly help?: string;
}

/** Signs in again on a stage. Returns the failure, or undefined if it succeeded. */
export async function trySignIn(
  { clock, options }: Pick<IntegrationDependencies, 'clock' | 'options'>,
  { definition, sessions, redact }: Pick<OperationContext, 'definition' | 'sessions' | 'redact'>,
  stage: string,
  actor: 'setup' | 'service',
  signal: AbortSignal,
): Promise<SignInFailure | undefined> {
  try {
    // An open session does not prove that a sign-in works now.
    await sessions.closeStage(stage);
    await withDeadline(
      clock,
      options.statementDeadlineMs,
      'Signing in',
      (inner) => sessions.use(stage, actor, inner, async () => undefined),
      signal,
    );
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    const failure = classifyFailure(error, definition.classifyError);
    return {
      class: failure.class,
      message: redact(failure.message),
      ...(failure.help === undefined ? {} : { help: redact(failure.help) }),
    };
  }
}

/**
 * Proves by a sign-in that the service account of an automatic set-up works, before its secret is used. Returns the failure, if any.
 */
export async function tryServiceAccount(
  dependencies: Pick<IntegrationDependencies, 'clock' | 'options'>,
  operationContext: Pick<OperationContext, 'definition' | 'mode' | 'sessions' | 'redact'>,
  signal: AbortSignal,
): Promise<OperationFailure | undefined> {
  const stage = provingStage(operationContext);
  if (operationContext.mode !== 'automatic' || stage === undefined || !operationContext.definition.connect)
    return undefined;
  const failure = await trySignIn(dependencies, operationContext, stage, 'service', signal);
  if (!failure) return undefined;
  const { class: failureClass, message, help } = failure;
  return { class: failureClass, message: withAdvice(message, { help, failureClass }) };
}

const OTHER_CREDENTIALS = {
  setup: 'Send credentials that work.',
  service: 'Send privileged credentials in the body: they can set a new secret.',
} as const;

/** Returns a sign-in as the only test of a rotation. */
export function signInResults(failure: SignInFailure | undefined, actor: 'setup' | 'service'): ValidationResults {
  const test = { id: 'rotate-secret-sign-in', name: 'Rotate Secret: Basic Connection Test' };
  if (!failure) return { status: 'passed', validationTests: [{ ...test, status: 'passed' }] };
  const account = actor === 'setup' ? 'The privileged account' : 'The service account';
  const { class: failureClass } = failure;
  // Other credentials help if these were refused, but not if the platform is unreachable.
  const help = failureClass === 'credentials' ? OTHER_CREDENTIALS[actor] : failure.help;
  const message = withAdvice(`${account} cannot sign in. ${failure.message}`, { help, failureClass });
  const failed = { ...test, status: 'failed' as const, failureClass, cause: causeOf(failureClass), message };
  return { status: 'failed', validationTests: [failed] };
}

/** Returns the stage on which the service account proves its secret. */
export function provingStage({ definition }: Pick<OperationContext, 'definition'>): string | undefined {
  const { stages } = definition;
  return (stages.findLast((stage) => !stage.initial && !stage.final) ?? stages.at(-1))?.id;
}
