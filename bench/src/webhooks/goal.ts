/** The goal of a measurement. */
export interface Goal {
  readonly is: 'at least' | 'at most';
  readonly value: number;
}

/** Returns the goal and the verdict on a value, for a table. */
export function goalCell({ is, value }: Goal, measured: number, format: (value: number) => string = String): string {
  const met = is === 'at least' ? measured >= value : measured <= value;
  return `${is === 'at least' ? '>=' : '<='} ${format(value)} ${met ? 'met' : 'MISSED'}`;
}
