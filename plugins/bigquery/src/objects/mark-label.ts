import { createHash } from 'node:crypto';
import type { Dataset } from '../connection/bigquery-session.ts';

/** The key of the label that identifies the owner of a dataset. */
export const MARK_LABEL = 'portcullis-mark';

/**
 * Returns the value of the label for a mark: its digest, since a mark is longer than the maximum of 63 lower-case
 * letters, digits, underscores and hyphens. Source: BigQuery documentation, "Introduction to labels".
 */
export function markLabel(mark: string): string {
  return createHash('sha256').update(mark).digest('hex').slice(0, 40);
}

/** Returns the description of a dataset of ours. It ends with the mark, which the label does not contain. */
export function markedDescription(mark: string): string {
  return `Policy-enforced views. Created and managed by Portcullis: do not change it by hand. [${mark}]`;
}

/** Returns the mark in the description of a dataset, if the label matches it. */
export function markIn({ description, labels }: Pick<Dataset, 'description' | 'labels'>): string | undefined {
  const [, mark] = /\[([^[\]]+)\]$/.exec(description) ?? [];
  return mark !== undefined && labels[MARK_LABEL] === markLabel(mark) ? mark : undefined;
}
