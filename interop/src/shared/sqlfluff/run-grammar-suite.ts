import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type KnownGap, withoutGaps } from './known-gap.ts';
import { sampleScripts } from './sample-scripts.ts';
import { findSqlfluff, type NamedStatement, type Parser, type SqlfluffDialect } from './sqlfluff.ts';

/** The statements of a plugin, and the dialect that parses them. */
export interface GrammarSuite {
  readonly dialect: SqlfluffDialect;
  readonly statements: readonly NamedStatement[];
  /** All other constructs that the parser does not accept fail the suite, and so does a gap that has closed. */
  readonly gaps: readonly KnownGap[];
  /** Returns a text with one typo that the parser must detect. */
  readonly withTypo: (text: string) => string;
  /** Checks that need no parser. */
  readonly more?: { readonly checked: number; readonly failures: readonly string[]; readonly title: string };
}

/** The number of statements for each gap, the shortest first, because the parser takes seconds for a long script. */
const SAMPLES_PER_GAP = 3;
const ENVIRONMENT = join(import.meta.dirname, '../../../../node_modules/.cache/sqlfluff');

/**
 * Parses every statement with sqlfluff, a strict independent parser, and each once more with a typo. The last line
 * counts: "N passed, N failed". With `--quick` it parses the scripts of {@link sampleScripts}, a choice that `--seed=<n>` repeats.
 */
export function runGrammarSuite(suite: GrammarSuite): void {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
    },
  });
  const { gaps, more } = suite;
  const statements = values.quick ? sampleScripts(suite.statements, Number(values.seed)) : suite.statements;
  const parser = findSqlfluff(ENVIRONMENT, suite.dialect);
  const isMissing = 'missing' in parser;
  if (isMissing) console.log(`Skipped: ${parser.missing}.`);
  const failures = [
    ...(more?.failures ?? []),
    ...(isMissing ? [] : [...misread(parser, { ...suite, statements }), ...closed(parser, suite)]),
  ];
  for (const failure of failures) console.error(`  ${failure}`);
  const checked = (more?.checked ?? 0) + (isMissing ? 0 : statements.length * 2 + gaps.length);
  if (values.quick) console.log(`${statements.length} of ${suite.statements.length}, seed ${values.seed}.`);
  console.log(
    `${statements.length} statements and scripts, each also with a typo, against ${gaps.length} known gaps of the parser${more ? ` and ${more.title}` : ''}.`,
  );
  console.log(`${checked - failures.length} passed, ${failures.length} failed${isMissing ? ', 1 skipped' : ''}`);
  if (failures.length > 0) process.exitCode = 1;
}

type Present = Exclude<Parser, { readonly missing: string }>;

function misread(parser: Present, { statements, gaps, withTypo }: GrammarSuite): readonly string[] {
  const readable = statements.map(({ name, text }) => ({ name, text: withoutGaps(text, gaps) }));
  // The typo comes before the gaps are replaced: a typo inside a gap leaves the gap as it is.
  const mistyped = statements.map(({ name, text }) => ({ name, text: withoutGaps(withTypo(text), gaps) }));
  const parsed = parser.parse([...readable, ...mistyped]);
  return statements.flatMap(({ name, text }, index) => {
    const problem = parsed[index]?.problem ?? null;
    const isNoticed = parsed[statements.length + index]?.problem !== null;
    return [
      ...(problem === null ? [] : [`${name}: ${problem}\n    ${text}`]),
      ...(isNoticed ? [] : [`${name}: a typo went unnoticed\n    ${text}`]),
    ];
  });
}

/** Gaps that no statement needs. The parser must refuse each unchanged, and accept it without the gap. */
function closed(parser: Present, { statements, gaps }: GrammarSuite): readonly string[] {
  return gaps.flatMap((gap) => {
    const others = gaps.filter((other) => other !== gap);
    const met = statements
      .filter(({ text }) => text.search(gap.construct) >= 0)
      .toSorted((a, b) => a.text.length - b.text.length)
      .slice(0, SAMPLES_PER_GAP);
    const parsed = parser.parse(met.map(({ name, text }) => ({ name, text: withoutGaps(text, others) })));
    return parsed.some(({ problem }) => problem !== null)
      ? []
      : [`the gap "${gap.page}" is closed or no longer met: take it off the list`];
  });
}
