import { type AnyPluginDefinition, classifyFailure, type InventoryItem } from '@portcullis/plugin-api';
import type { Change, ObjectFacts } from '../../changes/plan/change-set.ts';
import type { PlanStep } from '../../changes/plan/plan.ts';
import { planSteps } from '../../changes/plan/plan-of.ts';
import { privilegeText } from '../../changes/plan/render-grants.ts';
import type { BoundedRead } from '../../changes/sessions/bounded-read.ts';
import { inventoryStageOf } from '../../changes/sessions/inventory-stage.ts';
import type { SessionPool } from '../../changes/sessions/session-pool.ts';
import { renderStep } from '../../changes/steps/rendered-step.ts';
import type { DriftFinding } from './drift-report.ts';

/** The scope of the search. */
export interface ExtraSearch {
  readonly definition: AnyPluginDefinition;
  readonly sessions: SessionPool;
  readonly config: object;
  readonly actor: 'service' | 'setup';
  readonly signal: AbortSignal;
  readonly boundedRead: BoundedRead;
  /** The prefix of this integration's marks. */
  readonly markPrefix: string;
  readonly ledger: readonly ObjectFacts[];
}

/** Objects that carry our mark and are in no ledger, or the reason why they could not be listed. */
export interface FoundExtras {
  readonly findings: readonly DriftFinding[];
  /** A failure of the platform, unredacted. */
  readonly failure?: string;
}

/** Lists objects that carry a mark of this integration and are not in its ledger. Types without an inventory have none. */
export async function findExtras(search: ExtraSearch): Promise<FoundExtras> {
  const { definition, sessions, config, actor, boundedRead, markPrefix, ledger } = search;
  const { inventory } = definition;
  const stage = inventoryStageOf(definition);
  if (!inventory || stage === undefined) return { findings: [] };
  try {
    const items = await boundedRead((signal) =>
      sessions.use(stage, actor, signal, (session) => inventory(session, { config, markPrefix, signal })),
    );
    const ours = items.filter(({ mark }) => mark.startsWith(markPrefix));
    return {
      findings: ours.filter((item) => !isKnown(item, ours, ledger)).map((item) => toFinding(definition, stage, item)),
    };
  } catch (error) {
    if (search.signal.aborted) throw error;
    return { findings: [], failure: classifyFailure(error, definition.classifyError).message };
  }
}

/**
 * Returns whether the ledger contains an item. The mark decides, since plugins may write names in different ways; of several
 * items with one mark, such as copies, it is the one with the name in the ledger.
 */
function isKnown(item: InventoryItem, all: readonly InventoryItem[], ledger: readonly ObjectFacts[]): boolean {
  const entry = ledger.find(({ mark }) => mark === item.mark);
  if (!entry || entry.name === item.name) return entry !== undefined;
  return !all.some((other) => other.mark === item.mark && other.name === entry.name);
}

function toFinding(
  definition: AnyPluginDefinition,
  stage: string,
  { kind, name, mark, drop = [], needs = [] }: InventoryItem,
): DriftFinding {
  return {
    state: 'extra',
    object: { kind, name },
    message: `The ${kind} ${name} carries the mark of this integration and is not in its ledger. It is left alone; remove it if it is no longer needed.`,
    difference: [{ field: 'mark', desired: null, observed: mark }],
    repair: removalSteps(definition, stage, { kind, name, drop, needs }),
  };
}

/** Returns removal steps to print, never to execute: their removal has not been approved. */
function removalSteps(
  definition: AnyPluginDefinition,
  stage: string,
  { kind, name, drop, needs }: Required<Pick<InventoryItem, 'kind' | 'name' | 'drop' | 'needs'>>,
): readonly PlanStep[] {
  const steps = drop.map((step) => renderStep(definition, step, { stage, actor: 'setup', role: undefined }));
  const object = { key: name, kind, name, by: 'administrator' } as Change['object'];
  const reason = 'Carries our mark and is not in a ledger.';
  return planSteps(
    { action: 'drop', object, steps, inverse: [], reason, privileges: needs.map(privilegeText), destructive: true },
    { manual: true },
  );
}
