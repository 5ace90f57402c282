/**
 * Parses the scripts of the Databricks plugin with the grammar of Apache Spark, the open-source origin of the dialect,
 * which includes SQL scripting: each script once unchanged, and once with each error in its frame. The last line
 * counts: "N passed, N failed".
 *
 * Run it with `node --conditions=source interop/src/platforms/databricks/grammar/spark/run.ts`.
 */
import { join } from 'node:path';
import { collectStatements } from '../../../../shared/sqlfluff/collect-statements.ts';
import { withoutGaps } from '../../../../shared/sqlfluff/known-gap.ts';
import { STATEMENTS } from '../statements.ts';
import { withFrameErrors } from './frame-errors.ts';
import { KNOWN_GAPS } from './known-gaps.ts';
import { findSpark } from './spark-parser.ts';

/** The statements for which Spark has a rule: scripts, the queries of their guards, and schemas. */
const OF_SPARK = /^(?:BEGIN|SELECT|CREATE SCHEMA|DROP SCHEMA)\b/;

const spark = findSpark(join(import.meta.dirname, '../../../../../../node_modules/.cache/spark-grammar'));
if ('missing' in spark) {
  console.log(`Skipped: ${spark.missing}.`);
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  const unique = (await collectStatements(STATEMENTS)).filter(({ text }) => OF_SPARK.test(text));
  const scripts = unique.filter(({ text }) => text.startsWith('BEGIN'));
  const broken = scripts.flatMap((script) =>
    withFrameErrors(script.text).map(({ name, text }) => ({ name: `${script.name}, ${name}`, text })),
  );
  const samples = KNOWN_GAPS.map((gap) => ({
    name: gap.page,
    text: withoutGaps(
      scripts.find(({ text }) => text.search(gap.construct) >= 0)?.text ?? '',
      KNOWN_GAPS.filter((other) => other !== gap),
    ),
  }));
  // The error comes before the gaps are replaced: an error inside a gap leaves the gap as it is.
  const responses = spark.parse([
    ...unique.map(({ text }) => withoutGaps(text, KNOWN_GAPS)),
    ...broken.map(({ text }) => withoutGaps(text, KNOWN_GAPS)),
    ...samples.map(({ text }) => text),
  ]);
  const failures = [
    ...unique.flatMap(({ name, text }, index) => (responses[index] ? [`${name}: ${responses[index]}\n${text}`] : [])),
    ...broken.flatMap(({ name, text }, index) =>
      responses[unique.length + index] ? [] : [`${name}: went unnoticed\n${text}`],
    ),
    ...samples.flatMap(({ name, text }, index) =>
      text !== '' && responses[unique.length + broken.length + index]
        ? []
        : [`the gap "${name}" is closed or no longer met: take it off the list`],
    ),
  ];
  for (const failure of failures) console.error(`  ${failure}`);
  const all = unique.length + broken.length + samples.length;
  console.log(
    `${scripts.length} scripts and ${unique.length - scripts.length} statements, ${broken.length} scripts with an error, ${samples.length} known gaps of the grammar.`,
  );
  console.log(`${scripts.length === 0 ? 0 : all - failures.length} passed, ${failures.length} failed`);
  if (failures.length > 0 || scripts.length === 0) process.exitCode = 1;
}
