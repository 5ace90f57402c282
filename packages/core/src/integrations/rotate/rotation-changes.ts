import type { AnyPluginDefinition, Step } from '@portcullis/plugin-api';
import type { Change } from '../../changes/plan/change-set.ts';
import { finishingChanges } from '../../changes/plan/finishing-changes.ts';
import { privilegeText } from '../../changes/plan/render-grants.ts';
import { type RenderedStep, renderStep } from '../../changes/steps/rendered-step.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { RotatedCredential } from '../secrets/rotated-credential.ts';
import { rotationPrivileges } from './rotation-privileges.ts';

/** The secrets that fill the slots of steps. */
export interface RotationSecrets {
  /** Undefined for a plan, which fills no slots. */
  readonly current?: string;
  /** Undefined for a plan. */
  readonly next?: string;
  /** Secrets that earlier rotations could not remove from a set. */
  readonly retiring: readonly string[];
}

/** The changes of a rotation: the second secret is set, and after its proof the first one is removed. */
export interface RotationChanges {
  readonly set: Change;
  /** Absent if the new secret replaces the old one. */
  readonly clear?: Change;
}

/** Derives the changes of a rotation. */
export function rotationChanges(
  { definition, config }: Pick<OperationContext, 'definition' | 'config'>,
  rotated: RotatedCredential,
  secrets: RotationSecrets,
): RotationChanges {
  const { rotation, from, to } = rotated;
  const { set, clear } = rotation;
  const render = (steps: readonly Step[], secret?: string): readonly RenderedStep[] =>
    steps.map((step) => filled(renderAt(definition, rotated, step), rotation.slot, secret));
  const finishing = (steps: readonly RenderedStep[]) => finishingChanges({ definition, config }, [{ steps }]);
  const finished = (steps: readonly RenderedStep[]) => [...steps, ...finishing(steps).flatMap((each) => each.steps)];
  const setSteps = render(set(to), secrets.next);
  const needs = finishing(setSteps).flatMap((each) => each.privileges);
  const setting: Change = {
    ...changeOf(rotated, 'Sets a new secret: the service signs in with it from then on.', needs),
    steps: finished(setSteps),
    inverse: finished(from === to ? render(set(from), secrets.current) : render(clear?.(to) ?? [], secrets.next)),
  };
  if (from === to) return { set: setting };
  const clearing = changeOf(rotated, 'Removes the old secret: it can no longer be used to sign in.', needs);
  const steps = [secrets.current, ...secrets.retiring].flatMap((secret) => render(clear?.(from) ?? [], secret));
  return { set: setting, clear: { ...clearing, steps: finished(steps), inverse: [], destructive: true } };
}

function changeOf(
  { listed, rotation, actor }: RotatedCredential,
  reason: string,
  finishNeeds: readonly string[],
): Omit<Change, 'steps' | 'inverse'> {
  return {
    action: 'alter',
    object: listed.object,
    reason,
    privileges: [
      ...new Set([...rotationPrivileges(listed.declared, rotation, actor).map(privilegeText), ...finishNeeds]),
    ],
    destructive: false,
  };
}

function renderAt(
  definition: AnyPluginDefinition,
  { listed, actor, stage }: RotatedCredential,
  step: Step,
): RenderedStep {
  return renderStep(definition, step, { stage, actor, role: actor === 'setup' ? listed.declared.role : undefined });
}

/** Returns the same step with the rotated slot filled from one of the two secrets, instead of the secret of the operation. */
function filled(step: RenderedStep, slot: string, secret: string | undefined): RenderedStep {
  if (secret === undefined) return step;
  return {
    ...step,
    operation: (values, dialect) =>
      step.operation({ ...values, secret: (name) => (name === slot ? secret : values.secret(name)) }, dialect),
  };
}
