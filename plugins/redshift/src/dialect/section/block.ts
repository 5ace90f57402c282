import type { ObjectWork } from '@portcullis/plugin-api';
/**
 * The action on an object within one guarded procedure. The last three belong to objects with a statement that must stand
 * alone: `prepare` comes before it, `finish` and `check-gone` after it. Prepared and finished steps always run, so they are
 * harmless in any state; the check follows them.
 */
export interface BlockItem {
  readonly do: 'make' | 'change' | 'remove' | 'prepare' | 'finish' | 'check-gone';
  readonly work: ObjectWork;
}

/** Statements outside any procedure: what must stand alone, or what no guard is known for. */
export interface BareBlock {
  readonly kind: 'alone' | 'unguarded';
  readonly work: ObjectWork;
}

/** A piece of a section. */
export type Block = BareBlock | { readonly kind: 'guarded'; readonly items: readonly BlockItem[] };

const WHOLE = { create: 'make', alter: 'change', drop: 'remove' } as const;
const BEFORE = { create: 'prepare', alter: 'prepare', drop: 'remove' } as const;
const BEHIND = { create: 'finish', alter: 'finish', drop: 'check-gone' } as const;

/** Cuts the work of a section into blocks: bare statements part them. */
export function blocksOf(work: readonly ObjectWork[]): readonly Block[] {
  const blocks: Block[] = [];
  let items: BlockItem[] = [];
  for (const piece of work.flatMap(piecesOf)) {
    if ('do' in piece) {
      items.push(piece);
      continue;
    }
    if (items.length > 0) blocks.push({ kind: 'guarded', items });
    items = [];
    blocks.push(piece);
  }
  return items.length > 0 ? [...blocks, { kind: 'guarded', items }] : blocks;
}

function piecesOf(work: ObjectWork): readonly (BlockItem | BareBlock)[] {
  if (work.action !== 'create' && work.ours === undefined) {
    return [{ kind: 'unguarded', work }];
  }
  const at = work.steps.findIndex((step) => step.alone);
  const alone = work.steps[at];
  if (!alone) return [{ do: WHOLE[work.action], work }];
  const before = { ...work, steps: work.steps.slice(0, at) };
  const behind = { ...work, steps: work.steps.slice(at + 1) };
  return [
    ...(before.steps.length > 0 ? [{ do: BEFORE[work.action], work: before }] : []),
    { kind: 'alone', work: { ...work, steps: [alone] } },
    { do: BEHIND[work.action], work: behind },
  ];
}
