/** A construct that the parser's grammar lacks although the platform documents it. */
export interface KnownGap {
  /** The construct that the parser does not understand. */
  readonly construct: RegExp;
  /** The text that the parser reads in its place, so that everything around it is still checked. */
  readonly instead: string;
  /** The page that documents it: the second referee. */
  readonly page: string;
}

/** Every gap with its page. Anything else that is not understood fails the suite, and so does a gap that has closed. */
export const KNOWN_GAPS: readonly KnownGap[] = [
  {
    construct: /(?<=\[[^[\]\n]*)\]\]/g,
    instead: '',
    page: 'Transact-SQL reference, "QUOTENAME": a closing bracket inside a name is written twice',
  },
  {
    construct: /\bDROP LOGIN (?=\[)/g,
    instead: 'DROP USER ',
    page: 'Transact-SQL reference, "DROP LOGIN"',
  },
  {
    construct: /\bALTER LOGIN (\[[^\]]*\]) WITH (?:PASSWORD = '[^']*'(?:, NAME = \[[^\]]*\])?)/g,
    instead: 'ALTER USER $1 WITH NAME = [x]',
    page: 'Transact-SQL reference, "ALTER LOGIN", syntax for Azure Synapse Analytics',
  },
];
