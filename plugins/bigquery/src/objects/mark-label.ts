import { createHash } from 'node:crypto';

/** The key of the label that says whose a dataset is. */
export const MARK_LABEL = 'portcullis-mark';

/**
 * The value of the label for a mark: its digest, since values hold 63 lower-case letters, digits, underscores and hyphens and
 * a mark is longer. Source: BigQuery documentation, "Introduction to labels".
 */
export function markLabel(mark: string): string {
  return createHash('sha256').update(mark).digest('hex').slice(0, 40);
}
