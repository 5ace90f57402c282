import type { Refusal } from '../engine/refusal.ts';
import { type Column, columnsToken, rowToken, type Value } from './rows.ts';
import { DONE_STATUS, done, messageToken } from './tokens.ts';

/** The outcome of a statement of a batch: rows, the number of affected rows, a refusal, or a message. */
export type Outcome =
  | { readonly columns: readonly Column[]; readonly rows: readonly (readonly Value[])[] }
  | { readonly touched: number | undefined }
  | { readonly refusal: Refusal };

/** The tokens of a response. Source: [MS-TDS] 2.2.7; the last DONE is the only one without the bit for more. */
export function writeOutcomes(outcomes: readonly Outcome[], server: string): readonly Buffer[] {
  const tokens = outcomes.flatMap((outcome, index) => {
    const hasMore = index < outcomes.length - 1 ? DONE_STATUS.more : 0;
    const end = (status: number, rows = 0) => done(status | hasMore, rows);
    if ('refusal' in outcome) {
      const { refusal } = outcome;
      return [messageToken(refusal, server), end(refusal.severity > 10 ? DONE_STATUS.error : DONE_STATUS.final)];
    }
    if ('columns' in outcome) {
      const { columns, rows } = outcome;
      return [columnsToken(columns), ...rows.map((row) => rowToken(columns, row)), end(DONE_STATUS.count, rows.length)];
    }
    return [outcome.touched === undefined ? end(DONE_STATUS.final) : end(DONE_STATUS.count, outcome.touched)];
  });
  return tokens.length === 0 ? [done(DONE_STATUS.final)] : tokens;
}
