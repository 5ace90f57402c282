import type { StepContext } from './execute-step.ts';

/**
 * Closes our own idle sessions on the stages that must be left before one of their objects can be dropped: a database
 * cannot be dropped while a session is connected to it.
 *
 * @param staying - the stage on which the drop itself runs.
 */
export async function closeStageSessions(
  remaining: string,
  { definition, sessions }: Pick<StepContext, 'definition' | 'sessions'>,
): Promise<void> {
  const left = definition.stages.filter((stage) => stage.quiesce !== undefined && stage.id !== remaining);
  await Promise.all(left.map((stage) => sessions.closeStage(stage.id)));
}
