/**
 * Returns the value that a share of all values does not exceed.
 *
 * @throws RangeError for an empty list.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError('There are no measurements to sum up.');
  return value;
}
