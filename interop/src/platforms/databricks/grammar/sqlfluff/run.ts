/**
 * Parses every statement of the Databricks plugin with sqlfluff.
 *
 * Run it with `node --conditions=source interop/src/platforms/databricks/grammar/sqlfluff/run.ts`.
 */
import { collectStatements } from '../../../../shared/sqlfluff/collect-statements.ts';
import { runGrammarSuite } from '../../../../shared/sqlfluff/run-grammar-suite.ts';
import { STATEMENTS } from '../statements.ts';
import { KNOWN_GAPS } from './known-gaps.ts';

/** The first words of a line that a parser without a rule would accept as anything. */
const WORDS = /^(\s*)(CREATE|DROP|ALTER|GRANT|REVOKE|SELECT|SIGNAL|IF|BEGIN)\b/m;

runGrammarSuite({
  dialect: 'databricks',
  statements: await collectStatements(STATEMENTS),
  gaps: KNOWN_GAPS,
  withTypo: (text) => text.replace(WORDS, '$1X$2'),
});
