import type { StepContext } from './execute-step.ts';

/**
 * Closes our own idle sessions on stages that must have no sessions before one of their objects can be dropped, such as a
 * database.
 *
 * @param remaining - the stage on which the drop itself runs.
 */
export async function closeStageSessions(
  remaining: string,
  { definition, sessions }: Pick<StepContext, 'definition' | 'sessions'>,
): Promise<void> {
  const left = definition.stages.filter((stage) => stage.quiesce !== undefined && stage.id !== remaining);
  await Promise.all(left.map((stage) => sessions.closeStage(stage.id)));
}
