import type { KnownGap } from '../../../shared/sqlfluff/known-gap.ts';

/** Every gap of sqlfluff with its page. */
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
