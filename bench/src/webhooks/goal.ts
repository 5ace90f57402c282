/** The goal of a measurement. */
export interface Goal {
  readonly is: 'at least' | 'at most';
  readonly value: number;
}

/** The goal and whether a value reaches it, for a table. */
export function judge({ is, value }: Goal, measured: number, format: (value: number) => string = String): string {
  const met = is === 'at least' ? measured >= value : measured <= value;
  return `${is === 'at least' ? '>=' : '<='} ${format(value)} ${met ? 'met' : 'MISSED'}`;
}
