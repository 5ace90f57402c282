import { createHash } from 'node:crypto';
import type { Dataset } from '../connection/bigquery-session.ts';

/** The key of the label that identifies the owner of a dataset. */
export const MARK_LABEL = 'portcullis-mark';

/**
 * The value of the label for a mark: its digest, since values hold 63 lower-case letters, digits, underscores and hyphens and
 * a mark is longer. Source: BigQuery documentation, "Introduction to labels".
 */
export function markLabel(mark: string): string {
  return createHash('sha256').update(mark).digest('hex').slice(0, 40);
}

/** Returns the description of a dataset of ours. It ends with the mark, which the label does not contain. */
export function markedDescription(mark: string): string {
  return `Policy-enforced views. Made and managed by Portcullis: do not change it by hand. [${mark}]`;
}

/** Returns the mark of a dataset: the one in its description, if the label matches it. */
export function markIn({ description, labels }: Pick<Dataset, 'description' | 'labels'>): string | undefined {
  const [, mark] = /\[([^[\]]+)\]$/.exec(description) ?? [];
  return mark !== undefined && labels[MARK_LABEL] === markLabel(mark) ? mark : undefined;
}
