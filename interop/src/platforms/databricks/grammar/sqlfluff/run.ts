/**
 * Has every statement and script that the Databricks plugin generates parsed by sqlfluff, a strict parser of that dialect that knows
 * nothing of this project, each once more with a typo that must be noticed. The last line counts: "N passed, N failed".
 *
 * Run it with `node --conditions=source interop/src/platforms/databricks/grammar/sqlfluff/run.ts`.
 */
import { join } from 'node:path';
import { findSqlfluff, type NamedStatement } from '../../../../shared/sqlfluff/sqlfluff.ts';
import { collectStatements } from './collect-statements.ts';
import { KNOWN_GAPS } from './known-gaps.ts';

/** One letter wrong in the first word of a line that a parser without a rule would swallow. */
function withTypo({ name, text }: NamedStatement): NamedStatement {
  const words = /^(\s*)(CREATE|DROP|ALTER|GRANT|REVOKE|SELECT|SIGNAL|IF|BEGIN)\b/m;
  return { name: `${name}, with a typo`, text: text.replace(words, '$1X$2') };
}

function withoutGaps(text: string, gaps = KNOWN_GAPS): string {
  return gaps.reduce((all, { construct, instead }) => all.replaceAll(construct, instead), text);
}

const environment = join(import.meta.dirname, '../../../../../../node_modules/.cache/sqlfluff');
const parser = findSqlfluff(environment, 'databricks');
if ('missing' in parser) {
  console.log(`Skipped: ${parser.missing}.`);
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  const unique = [...new Map(collectStatements().map((each) => [each.text, each])).values()].filter(
    ({ text }) => text.trim() !== '',
  );
  const readable = (each: NamedStatement): NamedStatement => ({ ...each, text: withoutGaps(each.text) });
  // A typo comes first: one in a construct that the parser lacks leaves it as it is.
  const parsed = parser.parse([...unique.map(readable), ...unique.map(withTypo).map(readable)]);
  const failures = unique.flatMap((statement, index) => {
    const problem = parsed[index]?.problem ?? null;
    const isNoticed = parsed[unique.length + index]?.problem !== null;
    return [
      ...(problem === null ? [] : [`${statement.name}: ${problem}\n    ${statement.text}`]),
      ...(isNoticed ? [] : [`${statement.name}: a typo went unnoticed\n    ${statement.text}`]),
    ];
  });
  const stillGaps = parser.parse(
    KNOWN_GAPS.map(({ construct, page }) => {
      const sample = unique.find(({ text }) => text.search(construct) >= 0)?.text ?? '';
      return {
        name: page,
        text: withoutGaps(
          sample,
          KNOWN_GAPS.filter((other) => other.construct !== construct),
        ),
      };
    }),
  );
  const closed = stillGaps.flatMap(({ name, problem }) =>
    problem === null ? [`the gap "${name}" is closed or no longer met: take it off the list`] : [],
  );
  for (const failure of [...failures, ...closed]) console.error(`  ${failure}`);
  const failed = failures.length + closed.length;
  console.log(
    `${unique.length} statements and scripts, each also with a typo, against ${KNOWN_GAPS.length} known gaps of the parser.`,
  );
  console.log(`${unique.length * 2 + KNOWN_GAPS.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
