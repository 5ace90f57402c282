/**
 * Parses every statement of the Synapse plugin with sqlfluff, and checks each against a table of features that a
 * dedicated pool lacks, because the parser accepts all of Transact-SQL.
 *
 * Run it with `node --conditions=source interop/src/platforms/synapse/grammar/run.ts`.
 */
import { collectStatements } from '../../../shared/sqlfluff/collect-statements.ts';
import { runGrammarSuite } from '../../../shared/sqlfluff/run-grammar-suite.ts';
import { KNOWN_GAPS } from './known-gaps.ts';
import { brokenRules, POOL_RULES } from './pool-rules.ts';
import { STATEMENTS } from './statements.ts';

/**
 * Typos, of which the first that applies is made. The parser reads an unknown first word as the name of a procedure.
 */
const TYPOS: readonly (readonly [RegExp, string])[] = [
  [/\b(CREATE|ALTER|DROP) (\w+)(\w)(\w)\b/, '$1 $2$4$3'],
  [/\b(GRANT|REVOKE) ([^\n]*?) (ON|TO|FROM) /, '$1 $2 X$3 '],
  [/\bDELETE FROM\b/, 'DELETE FROM FROM'],
  [/\bINSERT INTO\b/, 'INSERT INTO INTO'],
  [/\bDECLARE @/, 'DECLARE '],
  [/\bSELECT\b/, 'SELECT ,'],
  [/\bEXEC \(/, 'EXEC (('],
  [/^(EXEC [^']*'[^']*)'/, '$1'],
];

function withTypo(text: string): string {
  const bare = text.replaceAll(/--.*$/gm, '');
  const [typo, instead] = TYPOS.find(([pattern]) => pattern.test(outsideQuotes(bare))) ?? [/$/, ' ('];
  return bare.replace(typo, instead);
}

/** The argument of EXEC is text to the parser, which finds no errors in it, so it is parsed separately. */
function outsideQuotes(text: string): string {
  return text.replaceAll(/N?'(?:[^']|'')*'/g, "''");
}

const statements = await collectStatements(STATEMENTS);
const failures = [
  ...statements.flatMap(({ name, text }) =>
    brokenRules(text).map(({ page }) => `${name}: a dedicated pool lacks this, see ${page}\n    ${text}`),
  ),
  ...POOL_RULES.filter((rule) => !brokenRules(rule.example).includes(rule)).map(
    ({ page, example }) => `the rule of ${page} does not notice: ${example}`,
  ),
];

runGrammarSuite({
  dialect: 'tsql',
  statements,
  gaps: KNOWN_GAPS,
  withTypo,
  more: {
    checked: statements.length + POOL_RULES.length,
    failures,
    title: `${POOL_RULES.length} rules of a dedicated pool`,
  },
});
