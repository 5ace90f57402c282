import type {
  Actor,
  AnyPluginDefinition,
  ManagedObject,
  ObjectScope,
  Privilege,
  Scalar,
  StepAction,
} from '@portcullis/plugin-api';
import { type RenderedStep, renderStep, type StoredStep, toStoredStep } from '../steps/rendered-step.ts';
import { privilegeText } from './render-grants.ts';

/** The facts of an object, from a plugin's list or from the ledger, as plain data. */
export interface ObjectFacts {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly scope: ObjectScope;
  readonly sharing: 'exclusive' | 'shared' | 'required';
  readonly by: 'setup' | 'service' | 'administrator';
  readonly stage: string;
  readonly observeStage: string;
  readonly mark: string;
  readonly desired: Readonly<Record<string, Scalar>>;
  readonly revision: string | null;
  readonly within: string | null;
  readonly blocks: readonly string[];
  readonly dropAfter: readonly string[];
  readonly reversible: boolean;
  readonly drop: readonly StoredStep[];
  /** The steps that create it again; null if they need secrets, which the ledger does not store. */
  readonly make: readonly StoredStep[] | null;
}

/** An object that exists according to the ledger, with the observed values if it was observed. */
export interface ExistingObject extends ObjectFacts {
  /**
   * The values in the ledger, if others were observed or a change was interrupted; `desired` then contains the observed values.
   */
  readonly recorded?: Readonly<Record<string, Scalar>>;
}

/** One object and its change. */
export interface Change {
  readonly action: StepAction;
  readonly object: ObjectFacts;
  readonly steps: readonly RenderedStep[];
  /** The steps that revert it. */
  readonly inverse: readonly RenderedStep[];
  readonly reason: string;
  readonly privileges: readonly string[];
  /** The privileges, if the change is not for an object of the plugin. */
  readonly needs?: readonly Privilege[];
  readonly destructive: boolean;
  /**
   * The reason, in one sentence, why the former state cannot be restored after the failure of a later change. The inverse then
   * restores a part of that state, or nothing. @default the inverse restores the former state
   */
  readonly irreversible?: string;
  /** True when its object is in no ledger and is not observed: a runtime object, or the completion of a stage. @default false */
  readonly isRuntime?: boolean;
  /** True when the ledger records the object only after the whole operation has succeeded. @default false */
  readonly isUnrecorded?: boolean;
}

/** The account that acts for an object. In automatic mode, the privileged account makes the objects of the script. */
export function actorOf(by: ManagedObject['by']): Actor {
  return by === 'service' ? 'service' : 'setup';
}

/** Returns the facts of an object of a plugin's list. */
export function factsOf(definition: AnyPluginDefinition, object: ManagedObject, mark: string): ObjectFacts {
  const actor = actorOf(object.by);
  const dropPlace = { stage: object.dropStage ?? object.stage, actor, role: object.role };
  return {
    key: object.key,
    kind: object.kind,
    name: object.name,
    scope: object.scope,
    sharing: object.sharing ?? 'exclusive',
    by: object.by,
    stage: object.stage,
    observeStage: object.observeStage ?? object.stage,
    mark,
    desired: object.desired ?? {},
    revision: object.revision ?? null,
    within: object.within ?? null,
    blocks: object.blocks ?? [],
    dropAfter: object.dropAfter ?? [],
    reversible: object.reversible ?? true,
    drop: object.drop.map((step) => toStoredStep(renderStep(definition, step, dropPlace))),
    make: storable(object.create.map((step) => renderStep(definition, step, { ...dropPlace, stage: object.stage }))),
  };
}

function storable(steps: readonly RenderedStep[]): readonly StoredStep[] | null {
  return steps.some((step) => step.secretSlots.length > 0) ? null : steps.map(toStoredStep);
}

/** Returns the privileges of an object for one kind of operation. Without privileges for altering, those for creating apply. */
export function privilegesFor({ needs }: Pick<ManagedObject, 'needs'>, action: StepAction): readonly Privilege[] {
  const neededFor = (wanted: StepAction) => needs.filter((need) => (need.operations ?? ['create']).includes(wanted));
  const needed = neededFor(action);
  return action === 'alter' && needed.length === 0 ? neededFor('create') : needed;
}

/** Returns the same privileges as texts for users. */
export function privilegeTexts(object: Pick<ManagedObject, 'needs'>, action: StepAction): readonly string[] {
  return privilegesFor(object, action).map(privilegeText);
}
