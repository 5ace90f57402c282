import { ServiceError } from '@portcullis/core';

/** The position of a problem in a text; both numbers start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the error for a body that does not match its Content-Type. The text itself is never repeated: it may
 * contain secrets.
 */
export function malformedBody(format: string, problem: string, position?: TextPosition): ServiceError {
  const place = position === undefined ? '' : ` at line ${position.line}, column ${position.column}`;
  return new ServiceError('BODY_INVALID', `The body is not valid ${format}: ${problem}${place}.`, {
    details: { format, problem, ...position },
  });
}

/** Returns the position of an offset in a text. */
export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}
