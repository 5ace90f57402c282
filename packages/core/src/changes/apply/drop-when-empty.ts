import { type FailureClassification, PlatformError } from '@portcullis/plugin-api';
import type { ObjectFacts } from '../plan/change-set.ts';
import type { RenderedStep } from '../steps/rendered-step.ts';
import { closeStageSessions } from './close-stage-sessions.ts';
import { executeStep, redactedFailure, type StepResult } from './execute-step.ts';
import type { ExecutionContext } from './execution-context.ts';

/**
 * Sends the statement that drops an object directly after its contents were observed again; new contents keep the object. Our own
 * session of that observation is closed in between, because it would block the drop.
 */
export function dropWhenEmpty(object: ObjectFacts, step: RenderedStep, context: ExecutionContext): Promise<StepResult> {
  return executeStep(step, context, { action: 'drop', objectKey: object.key }, async () => {
    const failure = await contentsFailure(object, context);
    if (failure) throw new PlatformError({ ...failure, failureClass: failure.class, vendorCode: failure.code });
    await closeStageSessions(step.stage, context);
  });
}

/** Returns the failure if an object must not be dropped because of its visible contents. */
export async function contentsFailure(
  object: ObjectFacts,
  context: Pick<ExecutionContext, 'refuseContents' | 'definition' | 'redact'>,
): Promise<FailureClassification | undefined> {
  try {
    return await context.refuseContents(object);
  } catch (error) {
    return redactedFailure(error, context);
  }
}
