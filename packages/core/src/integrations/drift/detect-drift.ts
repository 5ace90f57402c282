import type { Actor } from '@portcullis/plugin-api';
import { markOf } from '../../changes/observe/marks.ts';
import { observeObjects } from '../../changes/observe/observe.ts';
import type { Change, ObjectFacts } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import type { PlanStep } from '../../changes/plan/plan.ts';
import { planSteps } from '../../changes/plan/plan-of.ts';
import { createBoundedRead } from '../../changes/sessions/bounded-read.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { compareObject, type Deviation } from './compare-object.ts';
import { deriveRepair } from './derive-repair.ts';
import type { DriftFinding, DriftReport } from './drift-report.ts';
import { findExtras } from './find-extras.ts';

/** The objects to observe, and the account that observes them. */
export interface DriftSearch {
  readonly operationContext: OperationContext;
  readonly actor: Actor;
  readonly ledger: readonly ObjectFacts[];
  /** The objects of the stored config by the installed plugin. */
  readonly listed: readonly ListedObject[];
  readonly signal: AbortSignal;
}

/**
 * Observes the platform once per stage and once for marks, and compares it with the ledger. Never rejects because of the
 * platform: objects that cannot be observed are unknown.
 */
export async function detectDrift(
  { clock }: Pick<IntegrationDependencies, 'clock'>,
  { operationContext, actor, ledger, listed, signal }: DriftSearch,
): Promise<DriftReport> {
  const { definition, config, sessions, mode, redact } = operationContext;
  const required = listed.map(({ object }) => object).filter(({ sharing }) => sharing === 'required');
  const objects = inOrder([...ledger, ...required], listed);
  const reasons = new Map<string, string>();
  const onUnseen = (stage: string, { message }: { readonly message: string }) =>
    void reasons.set(stage, redact(message));
  const search = { definition, config, sessions, actor, signal, boundedRead: createBoundedRead(clock, signal) };
  const seen = await observeObjects({ ...search, onUnseen }, objects);
  const deviations = objects.flatMap((object) => {
    const observation = seen.get(object.key) ?? { key: object.key, state: 'unknown' as const };
    return compareObject(object, observation, reasons.get(object.observeStage)) ?? [];
  });
  const markPrefix = markOf(operationContext.instanceId, definition.type, operationContext.identity, '');
  const extras = await findExtras({ ...search, markPrefix, ledger });
  const changes = deriveRepair(definition, ledger, listed, deviations);
  const steps = changes.map((change) => ({
    key: change.object.key,
    steps: planSteps(change, { manual: mode === 'manual' }),
  }));
  const findings = [...withRepairs(deviations, steps), ...extras.findings];
  return {
    status: statusOf(findings, extras.failure !== undefined),
    observedAt: isoTime(clock.now()),
    observedAs: actor,
    examined: objects.length,
    findings,
    repair: [...steps.flatMap((step) => step.steps), ...extras.findings.flatMap((finding) => finding.repair)],
    warnings: [
      ...secretWarnings(changes, mode === 'automatic'),
      ...(extras.failure === undefined
        ? []
        : [`The objects that carry our mark could not be listed: ${redact(extras.failure)}`]),
    ],
  };
}

/** Returns objects in the order of the plugin's list; objects that it no longer lists come last. */
function inOrder(objects: readonly ObjectFacts[], listed: readonly ListedObject[]): readonly ObjectFacts[] {
  const places = new Map(listed.map(({ object }, index) => [object.key, index]));
  const placeOf = ({ key }: ObjectFacts): number => places.get(key) ?? listed.length;
  return objects.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Adds the repair statements to each finding. The statements of an object that is recreated because of another one belong to that
 * one.
 */
function withRepairs(
  deviations: readonly Deviation[],
  repair: readonly { readonly key: string; readonly steps: readonly PlanStep[] }[],
): readonly DriftFinding[] {
  const keys = new Set(deviations.map(({ key }) => key));
  const replaced = deviations.find((deviation) => deviation.isRepairable && deviation.state === 'changed')?.key;
  return deviations.map(({ key, isRepairable: _mendable, isRemnant: _remnant, ...finding }) => ({
    ...finding,
    repair: repair
      .filter((each) => each.key === key || (key === replaced && !keys.has(each.key)))
      .flatMap(({ steps }) => steps),
  }));
}

function statusOf(findings: readonly DriftFinding[], isBlind: boolean): DriftReport['status'] {
  if (findings.some(({ state }) => state !== 'unknown')) return 'drifted';
  return findings.length > 0 || isBlind ? 'unknown' : 'clean';
}

/** Statements with a secret are shown with a slot, which the administrator fills in. */
function secretWarnings(changes: readonly Change[], isAutomatic: boolean): readonly string[] {
  const slots = [...new Set(changes.flatMap(({ steps }) => steps.flatMap(({ secretSlots }) => secretSlots)))];
  return slots.map((slot) =>
    isAutomatic
      ? `{{${slot}}} stands for a secret that only Portcullis knows. Send a PUT with the stored config and privileged credentials instead: it makes the missing objects.`
      : `Fill in {{${slot}}} with the secret of the stored config.`,
  );
}
