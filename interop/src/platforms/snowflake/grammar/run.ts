/**
 * Has every statement and script that the Snowflake plugin generates parsed by sqlfluff, a strict parser of that dialect that knows
 * nothing of this project, each once more with a typo that must be noticed. The last line counts: "N passed, N failed".
 *
 * Run it with `node --conditions=source interop/src/platforms/snowflake/grammar/run.ts`.
 */
import { join } from 'node:path';
import { findSqlfluff, type NamedStatement } from '../../../shared/sqlfluff/sqlfluff.ts';
import { collectStatements } from './collect-statements.ts';
import { KNOWN_GAPS } from './known-gaps.ts';

/** One letter wrong in the first word of a line that a parser without a rule would swallow. */
function withTypo({ name, text }: NamedStatement): NamedStatement {
  return {
    name: `${name}, with a typo`,
    text: text.replace(/^(\s*)(CREATE|DROP|ALTER|GRANT|REVOKE|SHOW|SELECT|USE|DESCRIBE|EXECUTE|DECLARE)\b/m, '$1X$2'),
  };
}

function withoutGaps({ name, text }: NamedStatement): NamedStatement {
  return { name, text: KNOWN_GAPS.reduce((all, { construct, instead }) => all.replaceAll(construct, instead), text) };
}

const environment = join(import.meta.dirname, '../../../../../node_modules/.cache/sqlfluff');
const parser = findSqlfluff(environment, 'snowflake');
if ('missing' in parser) {
  console.log(`Skipped: ${parser.missing}.`);
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  const unique = [...new Map((await collectStatements()).map((each) => [each.text, each])).values()].filter(
    ({ text }) => text !== '',
  );
  const parsed = parser.parse([...unique.map(withoutGaps), ...unique.map(withoutGaps).map(withTypo)]);
  const failures = unique.flatMap((statement, index) => {
    const problem = parsed[index]?.problem ?? null;
    const isNoticed = parsed[unique.length + index]?.problem !== null;
    return [
      ...(problem === null ? [] : [`${statement.name}: ${problem}\n    ${statement.text}`]),
      ...(isNoticed ? [] : [`${statement.name}: a typo went unnoticed\n    ${statement.text}`]),
    ];
  });
  const samples = KNOWN_GAPS.map(({ construct }) =>
    unique.find(({ text }) => text.search(construct) >= 0 && text.startsWith('DECLARE')),
  );
  const stillGaps = parser.parse(
    samples.map((sample, index) => ({
      name: 'gap',
      text: KNOWN_GAPS.filter((_, other) => other !== index).reduce(
        (all, { construct, instead }) => all.replaceAll(construct, instead),
        sample?.text ?? '',
      ),
    })),
  );
  const closed = KNOWN_GAPS.flatMap(({ page }, index) =>
    samples[index] !== undefined && stillGaps[index]?.problem !== null
      ? []
      : [`the gap "${page}" is closed or no longer met: take it off the list`],
  );
  for (const failure of [...failures, ...closed]) console.error(`  ${failure}`);
  const failed = failures.length + closed.length;
  console.log(
    `${unique.length} statements and scripts, each also with a typo, against ${KNOWN_GAPS.length} known gaps of the parser.`,
  );
  console.log(`${unique.length * 2 + KNOWN_GAPS.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
