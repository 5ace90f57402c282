/**
 * Parses every statement of the Redshift plugin with sqlfluff.
 *
 * Run it with `node --conditions=source interop/src/platforms/redshift/grammar/run.ts`.
 */
import { collectStatements } from '../../../shared/sqlfluff/collect-statements.ts';
import { runGrammarSuite } from '../../../shared/sqlfluff/run-grammar-suite.ts';
import { KNOWN_GAPS } from './known-gaps.ts';
import { STATEMENTS } from './statements.ts';

runGrammarSuite({
  dialect: 'redshift',
  statements: await collectStatements(STATEMENTS),
  gaps: KNOWN_GAPS,
  // Swaps two letters in the first word, because a parser without a rule would accept any line.
  withTypo: (text) => text.replace(/^(\w+)(\w)(\w)/, '$1$3$2'),
});
