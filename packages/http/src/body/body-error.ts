import { ServiceError } from '@portcullis/core';

/** Where something is wrong in a text; both count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The error for a body that is not what its Content-Type says. The text itself is never repeated: it may hold secrets. */
export function malformedBody(format: string, problem: string, position?: TextPosition): ServiceError {
  const place = position === undefined ? '' : ` at line ${position.line}, column ${position.column}`;
  return new ServiceError('BODY_INVALID', `The body is not valid ${format}: ${problem}${place}.`, {
    details: { format, problem, ...position },
  });
}

/** The position of an offset in a text. */
export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}
