import type { Batch } from './parsing.ts';
import { refusals } from './refusal.ts';

/** Rejects a statement that must be first in its batch and is not. */
export function needFirst(batch: Batch, statement: string): void {
  if (batch.statements > 1 || batch.depth > 0) throw refusals.firstInBatch(statement);
}

/** Records a statement that must be alone in its batch. */
export function needAlone(batch: Batch, statement: string): void {
  batch.mustBeAlone ??= statement;
}
