/** A decision that the cluster requests from the host. */
interface Decision {
  /** The property with its address. Trino requests optional decisions only if their property is set. */
  readonly property: string;
  /** The last segment of its address. */
  readonly segment: string;
}

/** A range of Trino releases with the same files. */
export interface TrinoVersion {
  readonly id: string;
  readonly title: string;
  readonly decisions: readonly Decision[];
  /** The limitation of clusters of this range, in one sentence. */
  readonly limitation?: string;
}

const ALLOW: Decision = { property: 'opa.policy.uri', segment: 'allow' };
const BATCH: Decision = { property: 'opa.policy.batched-uri', segment: 'batch' };
const ROW_FILTERS: Decision = { property: 'opa.policy.row-filters-uri', segment: 'row-filters' };
const COLUMN_MASK: Decision = { property: 'opa.policy.column-masking-uri', segment: 'column-mask' };
const COLUMN_MASKS: Decision = { property: 'opa.policy.batch-column-masking-uri', segment: 'column-masks' };

/**
 * The releases for which the files differ, newest first. A coordinator does not start with an unknown property, so each
 * range has exactly the properties of its releases.
 *
 * Source: Trino documentation, "Open Policy Agent access control" and the release notes of 438 (access control), 440 (row
 * filters and column masks) and 453 (masks of all columns of a table in one request, which excludes the single ones).
 */
export const TRINO_VERSIONS = [
  {
    id: 'trino-453',
    title: 'Trino 453 and later',
    decisions: [ALLOW, BATCH, ROW_FILTERS, COLUMN_MASKS],
  },
  {
    id: 'trino-440',
    title: 'Trino 440 to 452',
    decisions: [ALLOW, BATCH, ROW_FILTERS, COLUMN_MASK],
    limitation: 'The cluster asks once for each column: wide tables are slow.',
  },
  {
    id: 'trino-438',
    title: 'Trino 438 and 439',
    decisions: [ALLOW, BATCH],
    limitation: 'The cluster can only allow and deny: it supports neither row filters nor column masks.',
  },
] as const satisfies readonly [TrinoVersion, ...TrinoVersion[]];

/**
 * Returns the range with an id.
 *
 * @param id - one of {@link TRINO_VERSIONS}. @default the newest
 * @throws TypeError when there is no such range.
 */
export function trinoVersion(id: string = TRINO_VERSIONS[0].id): TrinoVersion {
  const found = TRINO_VERSIONS.find((version) => version.id === id);
  if (!found) throw new TypeError(`"${id}" is not one of ${TRINO_VERSIONS.map((version) => version.id).join(', ')}.`);
  return found;
}
