const LITERAL = `'(?:[^'\\\\]|''|\\\\.)*'`;
const EXPRESSION = new RegExp(
  `^IFF\\(item\\."name" <> ${LITERAL}, state, IFF\\(item\\."comment" = (${LITERAL}), 'ours', 'foreign'\\)\\)$`,
  's',
);

/**
 * The literal of the mark in the `ours` of a guard of this plugin: an expression over one row of a list, with the
 * name `item`, that returns the known state of the name after that row. `undefined` for any other text.
 */
export function markIn(ours: string | undefined): string | undefined {
  return EXPRESSION.exec(ours ?? '')?.[1];
}
