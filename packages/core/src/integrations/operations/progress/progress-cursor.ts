/** A position in the journal of an integration: after a step of an operation. */
export interface ProgressCursor {
  /** 0 is before every operation. */
  readonly operationId: number;
  /** 0 is its beginning, 2p-1 and 2p are the beginning and the end of its statement p, and the last is {@link CONCLUDED}. */
  readonly step: number;
}

/** The step at which an operation has ended. */
export const CONCLUDED = Number.POSITIVE_INFINITY;

/** The position before all events. */
export const FEED_START: ProgressCursor = Object.freeze({ operationId: 0, step: 0 });

/** Returns the cursor as an id of an event: `12.7`, and `12.end` for the conclusion. */
export function writeProgressCursor({ operationId, step }: ProgressCursor): string {
  return `${operationId}.${step === CONCLUDED ? 'end' : step}`;
}

/** Parses the id of an event; undefined if it is invalid. */
export function readProgressCursor(text: string): ProgressCursor | undefined {
  const [, operationId, step] = /^(\d{1,15})\.(\d{1,9}|end)$/.exec(text.trim()) ?? [];
  if (operationId === undefined) return undefined;
  return { operationId: Number(operationId), step: step === 'end' ? CONCLUDED : Number(step) };
}

/** Returns whether a cursor is after another one. */
export function isAfter(cursor: ProgressCursor, other: ProgressCursor): boolean {
  return (
    cursor.operationId > other.operationId || (cursor.operationId === other.operationId && cursor.step > other.step)
  );
}
