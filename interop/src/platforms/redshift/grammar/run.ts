/**
 * Has every statement that the Redshift plugin generates parsed by sqlfluff, a strict parser of that dialect that knows nothing
 * of this project. The last line counts: "N passed, N failed".
 *
 * Run it with `node --conditions=source interop/src/platforms/redshift/grammar/run.ts`.
 */
import { join } from 'node:path';
import { findSqlfluff, type NamedStatement } from '../../../shared/sqlfluff/sqlfluff.ts';
import { collectStatements } from './collect-statements.ts';
import { KNOWN_GAPS } from './known-gaps.ts';

/** One letter wrong in the word that a parser without a rule would swallow. */
function withTypo({ name, text }: NamedStatement): NamedStatement {
  return { name: `${name}, with a typo`, text: text.replace(/^(\w+)(\w)(\w)/, '$1$3$2') };
}

function gapOf({ text }: NamedStatement) {
  return KNOWN_GAPS.find(({ shape }) => shape.test(text));
}

const environment = join(import.meta.dirname, '../../../../../node_modules/.cache/sqlfluff');
const parser = findSqlfluff(environment, 'redshift');
if ('missing' in parser) {
  console.log(`Skipped: ${parser.missing}.`);
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  const all = await collectStatements();
  const unique = [...new Map(all.map((each) => [each.text, each])).values()].filter((each) => each.text !== '');
  const parsed = parser.parse([...unique, ...unique.map(withTypo)]);
  const failures = unique.flatMap((statement, index) => {
    const understood = parsed[index]?.problem === null || gapOf(statement) !== undefined;
    const noticed = parsed[unique.length + index]?.problem !== null;
    return [
      ...(understood ? [] : [`${statement.name}: ${parsed[index]?.problem}\n    ${statement.text}`]),
      ...(noticed ? [] : [`${statement.name}: a typo went unnoticed\n    ${statement.text}`]),
    ];
  });
  const needed = unique.flatMap((statement, index) => (parsed[index]?.problem === null ? [] : [gapOf(statement)]));
  const closed = KNOWN_GAPS.filter((gap) => !needed.includes(gap));
  const listed = closed.map((gap) => `the gap "${gap.page}" is closed or no longer met: take it off the list`);
  for (const failure of [...failures, ...listed]) console.error(`  ${failure}`);
  const failed = failures.length + listed.length;
  console.log(
    `${unique.length} statements and scripts, each also with a typo, against ${KNOWN_GAPS.length} known gaps of the parser.`,
  );
  console.log(`${unique.length * 2 + KNOWN_GAPS.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
