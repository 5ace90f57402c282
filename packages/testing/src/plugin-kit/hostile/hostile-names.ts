/** A word that occurs in no plugin: outside of quotes, it proves an injection. */
export const STRAY_WORD = 'Straywort7';

/** Names that try to break out of quotes, comments and bodies. */
export const HOSTILE_NAMES: readonly (readonly [what: string, name: string])[] = [
  ['a double quote', `a"; ${STRAY_WORD}; --`],
  ['a single quote', `a'; ${STRAY_WORD}; --`],
  ['a backtick', `a\`; ${STRAY_WORD}; --`],
  ['a closing bracket', `a]; ${STRAY_WORD}; --`],
  ['a backslash before quotes', `a\\"\\'; ${STRAY_WORD}; --`],
  ['a backslash at the end', `a ${STRAY_WORD}\\`],
  ['a semicolon', `a; ${STRAY_WORD}`],
  ['a line break', `a"'\n${STRAY_WORD};`],
  ['a carriage return', `a"'\r${STRAY_WORD};`],
  ['a line separator', `a"'\u2028${STRAY_WORD};`],
  ['a line comment', `a-- ${STRAY_WORD}`],
  ['an end of a block comment', `a*/"'; ${STRAY_WORD} /*`],
  ['dollar quotes', `a$$; $guard$; ${STRAY_WORD}; $$`],
  ['a batch separator', `a"'\nGO\n${STRAY_WORD}`],
  ['the text of a slot', `{{servicePassword}}"' ${STRAY_WORD}`],
  ['a replacement pattern', `$&$1"' ${STRAY_WORD}`],
  ['letters of many languages', `ünï-数据-Ω-😀"' ${STRAY_WORD}`],
];
