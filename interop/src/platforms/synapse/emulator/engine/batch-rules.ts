import type { Batch } from './parsing.ts';
import { refusals } from './refusal.ts';

/** Refuses a statement that has to come first in its batch and does not. */
export function needFirst(batch: Batch, statement: string): void {
  if (batch.statements > 1 || batch.depth > 0) throw refusals.firstInBatch(statement);
}

/** Notes a statement that has to be alone in its batch. */
export function needAlone(batch: Batch, statement: string): void {
  batch.mustBeAlone ??= statement;
}
