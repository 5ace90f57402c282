/** Returns the lines that only one of two descriptions has: with `-` those of the first one, with `+` those of the second one. */
export function differingLines(first: string, second: string): readonly string[] {
  const [left, right] = [first.split('\n'), second.split('\n')];
  const onlyIn = (lines: readonly string[], others: readonly string[]) =>
    lines.filter((line) => line !== '' && !others.includes(line));
  return [...onlyIn(left, right).map((line) => `- ${line}`), ...onlyIn(right, left).map((line) => `+ ${line}`)];
}
