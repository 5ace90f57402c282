import { type FailureClassification, PlatformError } from '@portcullis/plugin-api';
import type { ObjectFacts } from '../plan/change-set.ts';
import type { RenderedStep } from '../steps/rendered-step.ts';
import { closeStageSessions } from './close-stage-sessions.ts';
import { cleanFailure, executeStep, type StepResult } from './execute-step.ts';
import type { ExecutionContext } from './execution-context.ts';

/**
 * Sends the statement that drops an object right after a look into it: what has come since the look before it keeps the object. Our
 * own session of that look is closed in between, since it would be in the way.
 */
export function dropWhenEmpty(object: ObjectFacts, step: RenderedStep, context: ExecutionContext): Promise<StepResult> {
  return executeStep(step, context, { action: 'drop', objectKey: object.key }, async () => {
    const failure = await contentsFailure(object, context);
    if (failure) throw new PlatformError({ ...failure, failureClass: failure.class, vendorCode: failure.code });
    await closeStageSessions(step.stage, context);
  });
}

/** The reason why an object must not be dropped because of its visible contents. */
export async function contentsFailure(
  object: ObjectFacts,
  context: ExecutionContext,
): Promise<FailureClassification | undefined> {
  try {
    return await context.refuseContents(object);
  } catch (error) {
    return cleanFailure(error, context);
  }
}
