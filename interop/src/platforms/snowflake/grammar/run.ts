/**
 * Parses every statement of the Snowflake plugin with sqlfluff.
 *
 * Run it with `node --conditions=source interop/src/platforms/snowflake/grammar/run.ts`.
 */
import { collectStatements } from '../../../shared/sqlfluff/collect-statements.ts';
import { runGrammarSuite } from '../../../shared/sqlfluff/run-grammar-suite.ts';
import { KNOWN_GAPS } from './known-gaps.ts';
import { STATEMENTS } from './statements.ts';

/** The first words of a line that a parser without a rule would accept as anything. */
const WORDS = /^(\s*)(CREATE|DROP|ALTER|GRANT|REVOKE|SHOW|SELECT|USE|DESCRIBE|EXECUTE|DECLARE)\b/m;

runGrammarSuite({
  dialect: 'snowflake',
  statements: await collectStatements(STATEMENTS),
  gaps: KNOWN_GAPS,
  withTypo: (text) => text.replace(WORDS, '$1X$2'),
});
