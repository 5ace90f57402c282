import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { malformedBody, positionAt } from './body-error.ts';
import { checkShape } from './check-shape.ts';
import { duplicateKeyOffset } from './duplicate-key.ts';

// Our build bundles this package, because bundlers of hosts cannot follow its CommonJS (THIRD-PARTY-NOTICES.md).

/** The descriptions of the error codes of the tolerant parser, which finds the position. */
const PROBLEMS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'it contains an unexpected word or character',
  InvalidNumberFormat: 'a number is not well-formed',
  PropertyNameExpected: 'a property name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'there is text after the end of the value',
  InvalidCommentToken: 'there is a comment',
  UnexpectedEndOfComment: 'there is a comment',
  UnexpectedEndOfString: 'a string is not closed',
  UnexpectedEndOfNumber: 'a number is not well-formed',
  InvalidUnicode: 'an escape sequence is not well-formed',
  InvalidEscapeCharacter: 'an escape sequence is not well-formed',
  InvalidCharacter: 'a string holds a control character',
};

/**
 * Parses the JSON text of a body, without duplicate keys.
 *
 * @throws ServiceError `BODY_INVALID`; for a text that is not JSON, with the line and column of the first problem.
 */
export function parseJson(text: string): unknown {
  const body = parseText(text);
  // First, because the search for duplicate keys recurses.
  checkShape(body);
  refuseDuplicateKeys(text);
  return body;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the JavaScript engine quotes the text around the problem, and does not always contain the
    // position.
    const first = firstProblem(text);
    const problem = first && PROBLEMS[printParseErrorCode(first.error)];
    throw malformedBody('JSON', problem ?? 'it cannot be parsed', first && positionAt(text, first.offset));
  }
}

/** Rejects a JSON text with a duplicate key, like the YAML parser. */
function refuseDuplicateKeys(text: string): void {
  const offset = duplicateKeyOffset(text);
  if (offset !== undefined) throw malformedBody('JSON', 'a key occurs twice in an object', positionAt(text, offset));
}

function firstProblem(text: string): ParseError | undefined {
  const problems: ParseError[] = [];
  try {
    parse(text, problems, { disallowComments: true });
  } catch {
    // The tolerant parser exhausts the stack on thousands of open brackets.
  }
  return problems[0];
}
