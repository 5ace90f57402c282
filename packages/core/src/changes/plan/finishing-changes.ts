import type { Actor, AnyPluginDefinition, Stage, StageFinish } from '@portcullis/plugin-api';
import { renderStep } from '../steps/rendered-step.ts';
import { actorOf, type Change, type ObjectFacts } from './change-set.ts';
import { privilegeText } from './render-grants.ts';

/** The plugin whose stages are completed, and the config that the changes are for. */
export interface StageContext {
  readonly definition: AnyPluginDefinition;
  readonly config: object;
}

/** The steps of a change. */
type ChangeSteps = Pick<Change, 'steps'>;

/** The stage and the account of a change. */
type StageActor = Pick<ObjectFacts, 'stage' | 'by'>;

/** The kind of object under which the steps of a stage are listed in plan and journal. */
const STAGE_KIND = 'stage';

/**
 * Returns changes, followed by those that complete the work on each affected stage.
 *
 * @param also - objects whose stages are completed even if no change affects them, because an interrupted operation may have
 * changed them.
 */
export function withFinish(
  context: StageContext,
  changes: readonly Change[],
  also: readonly StageActor[] = [],
): readonly Change[] {
  return [...changes, ...finishingChanges(context, changes, also)];
}

/** Returns the changes that complete the work on each affected stage. */
export function finishingChanges(
  { definition, config }: StageContext,
  changes: readonly ChangeSteps[],
  also: readonly StageActor[] = [],
): readonly Change[] {
  return definition.stages.flatMap((stage) => {
    const finish = stage.finish?.(config);
    const actor = actorOn(stage.id, changes, also);
    return finish && finish.steps.length > 0 && actor
      ? [finishingChange(definition, config, stage, finish, actor)]
      : [];
  });
}

/** Returns the account with the last changes of a stage; undefined if no change affects the stage. */
function actorOn(stage: string, changes: readonly ChangeSteps[], also: readonly StageActor[]): Actor | undefined {
  const step = changes.flatMap(({ steps }) => steps).findLast((each) => each.stage === stage);
  if (step) return step.actor;
  const object = also.findLast((each) => each.stage === stage);
  return object && actorOf(object.by);
}

function finishingChange(
  definition: AnyPluginDefinition,
  config: object,
  { id, title }: Stage<object>,
  { steps, needs = [], why }: StageFinish,
  actor: Actor,
): Change {
  return {
    action: 'alter',
    object: {
      key: `finish-${id}`,
      kind: STAGE_KIND,
      name: title(config),
      scope: 'account',
      sharing: 'required',
      by: actor === 'service' ? 'service' : 'setup',
      stage: id,
      observeStage: id,
      mark: '',
      desired: {},
      revision: null,
      within: null,
      blocks: [],
      dropAfter: [],
      reversible: true,
      drop: [],
      make: null,
    },
    steps: steps.map((step) => renderStep(definition, step, { stage: id, actor, role: undefined })),
    inverse: [],
    reason: why,
    privileges: needs.map(privilegeText),
    needs,
    destructive: false,
    isRuntime: true,
    isUnrecorded: true,
  };
}
