/** Steps of a scale within a power of ten. */
const STEPS = [1, 2, 5, 10] as const;

/** Returns the end of a scale from zero: the smallest 1, 2 or 5 times a power of ten that is not below the greatest value. */
export function scaleEnd(greatest: number): number {
  if (greatest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(greatest));
  return power * (STEPS.find((step) => step * power >= greatest) ?? 10);
}

/** Returns the marks of a scale from zero: its ends, and the middle if that is a whole number. */
export function scaleMarks(end: number): readonly number[] {
  return end % 2 === 0 ? [0, end / 2, end] : [0, end];
}
