import type { ObjectChange } from '@portcullis/plugin-api';
/**
 * The statements on one object within a guarded procedure, by their purpose. The last three purposes are for objects with
 * a statement that must run alone: `prepare` precedes that statement, `finish` and `check-gone` follow it. The steps of
 * `prepare` and `finish` always run, so they are harmless in any state.
 */
export interface BlockItem {
  readonly purpose: 'create' | 'alter' | 'drop' | 'prepare' | 'finish' | 'check-gone';
  readonly change: ObjectChange;
}

/** Statements outside any procedure: those that must run alone, or that have no guard. */
export interface BareBlock {
  readonly kind: 'alone' | 'unguarded';
  readonly change: ObjectChange;
}

/** A piece of a section. */
export type Block = BareBlock | { readonly kind: 'guarded'; readonly items: readonly BlockItem[] };

const BEFORE_ALONE = { create: 'prepare', alter: 'prepare', drop: 'drop' } as const;
const AFTER_ALONE = { create: 'finish', alter: 'finish', drop: 'check-gone' } as const;

/** Divides the changes of a section into blocks, which bare statements separate. */
export function blocksOf(change: readonly ObjectChange[]): readonly Block[] {
  const blocks: Block[] = [];
  let items: BlockItem[] = [];
  for (const piece of change.flatMap(piecesOf)) {
    if ('purpose' in piece) {
      items.push(piece);
      continue;
    }
    if (items.length > 0) blocks.push({ kind: 'guarded', items });
    items = [];
    blocks.push(piece);
  }
  return items.length > 0 ? [...blocks, { kind: 'guarded', items }] : blocks;
}

function piecesOf(change: ObjectChange): readonly (BlockItem | BareBlock)[] {
  if (change.action !== 'create' && change.ours === undefined) {
    return [{ kind: 'unguarded', change }];
  }
  const at = change.steps.findIndex((step) => step.alone);
  const alone = change.steps[at];
  if (!alone) return [{ purpose: change.action, change }];
  const before = { ...change, steps: change.steps.slice(0, at) };
  const after = { ...change, steps: change.steps.slice(at + 1) };
  return [
    ...(before.steps.length > 0 ? [{ purpose: BEFORE_ALONE[change.action], change: before }] : []),
    { kind: 'alone', change: { ...change, steps: [alone] } },
    { purpose: AFTER_ALONE[change.action], change: after },
  ];
}
