import type { KnownGap } from '../../../shared/sqlfluff/known-gap.ts';

/** Every gap of sqlfluff with its page. */
export const KNOWN_GAPS: readonly KnownGap[] = [
  {
    construct: /\bRAISE \w+;/g,
    instead: 'RAISE;',
    page: 'Snowflake Scripting developer guide, "Handling exceptions", Raising a declared exception',
  },
  {
    // The inner statement is parsed separately.
    construct: /:= \(SHOW [^;]*\);/g,
    instead: ':= (SELECT 1);',
    page: 'Snowflake Scripting developer guide, "Working with RESULTSETs"',
  },
];
