/**
 * Has every statement and script that the Synapse plugin generates parsed by sqlfluff, a strict parser of Transact-SQL that knows
 * nothing of this project, each once more with a typo that must be noticed; and holds each to a table of what a dedicated pool lacks,
 * of which the parser knows nothing. The last line counts: "N passed, N failed".
 *
 * Run it with `node --conditions=source interop/src/platforms/synapse/grammar/run.ts`.
 */
import { join } from 'node:path';
import { findSqlfluff, type NamedStatement } from '../../../shared/sqlfluff/sqlfluff.ts';
import { collectStatements } from './collect-statements.ts';
import { KNOWN_GAPS } from './known-gaps.ts';
import { brokenRules, POOL_RULES } from './pool-rules.ts';

/** Slips of a pen, the first that fits is made: the parser takes an unknown first word for the name of a procedure. */
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

function withTypo({ name, text }: NamedStatement): NamedStatement {
  const bare = text.replaceAll(/--.*$/gm, '');
  const [slip, instead] = TYPOS.find(([pattern]) => pattern.test(outsideQuotes(bare))) ?? [/$/, ' ('];
  return { name: `${name}, with a typo`, text: bare.replace(slip, instead) };
}

/** The argument of EXEC is text to the parser: an error in it goes unnoticed here, so it is parsed separately. */
function outsideQuotes(text: string): string {
  return text.replaceAll(/N?'(?:[^']|'')*'/g, "''");
}

function withoutGaps({ name, text }: NamedStatement): NamedStatement {
  return { name, text: KNOWN_GAPS.reduce((all, { construct, instead }) => all.replaceAll(construct, instead), text) };
}

const unique = [...new Map((await collectStatements()).map((each) => [each.text, each])).values()].filter(
  ({ text }) => text !== '',
);
const unruly = [
  ...unique.flatMap(({ name, text }) =>
    brokenRules(text).map(({ page }) => `${name}: a dedicated pool lacks this, see ${page}\n    ${text}`),
  ),
  ...POOL_RULES.filter((rule) => !brokenRules(rule.example).includes(rule)).map(
    ({ page, example }) => `the rule of ${page} does not notice: ${example}`,
  ),
];
const ruled = unique.length + POOL_RULES.length;

const environment = join(import.meta.dirname, '../../../../../node_modules/.cache/sqlfluff');
const parser = findSqlfluff(environment, 'tsql');
const failures: string[] = [...unruly];
let checked = ruled;
if ('missing' in parser) {
  console.log(`Without the parser: ${parser.missing}.`);
} else {
  const clean = unique.map(withoutGaps);
  const parsed = parser.parse([...clean, ...clean.map(withTypo)]);
  for (const [index, statement] of unique.entries()) {
    const problem = parsed[index]?.problem ?? null;
    const isNoticed = parsed[unique.length + index]?.problem !== null;
    if (problem !== null) failures.push(`${statement.name}: ${problem}\n    ${statement.text}`);
    if (!isNoticed) failures.push(`${statement.name}: a typo went unnoticed\n    ${statement.text}`);
  }
  // A gap is one as long as a statement is refused with it and understood without it.
  for (const [index, { construct, page }] of KNOWN_GAPS.entries()) {
    const met = unique.filter(({ text }) => text.search(construct) >= 0).slice(0, 1);
    const others = KNOWN_GAPS.filter((_, other) => other !== index);
    const [still] = parser.parse(
      met.map(({ name, text }) => ({
        name,
        text: others.reduce((all, gap) => all.replaceAll(gap.construct, gap.instead), text),
      })),
    );
    if (!still || still.problem === null)
      failures.push(`the gap "${page}" is closed or no longer met: take it off the list`);
  }
  checked += unique.length * 2 + KNOWN_GAPS.length;
}
for (const failure of failures) console.error(`  ${failure}`);
console.log(
  `${unique.length} statements and scripts, each also with a typo, against ${KNOWN_GAPS.length} known gaps of the parser and ${POOL_RULES.length} rules of a dedicated pool.`,
);
console.log(
  `${checked - failures.length} passed, ${failures.length} failed${'missing' in parser ? ', 1 skipped' : ''}`,
);
if (failures.length > 0) process.exitCode = 1;
