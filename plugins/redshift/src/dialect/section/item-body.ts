import { type ObjectWork, objectLabel, type ScriptLine, type ScriptStep, scriptLines } from '@portcullis/plugin-api';
import type { BlockItem } from './block.ts';
import type { BodyContext } from './body-context.ts';
import { lookForIt, lookWhose, raise, stopUnlessOurs, when } from './guard.ts';

/**
 * The PL/pgSQL of one item: it looks first, then acts, leaves alone or stops. Uses the constructs that both engines document,
 * in their oldest form. Source: Amazon Redshift Database Developer Guide, "Supported PL/pgSQL statements".
 */
export function itemBody(item: BlockItem, context: BodyContext): readonly ScriptLine[] {
  const { work } = item;
  const statements = work.steps.flatMap((step) => executed(step, context));
  return [
    ...scriptLines(`${context.words.subject} := ${context.quoteLiteral(objectLabel(work))};`),
    ...BODIES[item.do](work, statements, context),
  ];
}

type Body = (work: ObjectWork, statements: readonly ScriptLine[], context: BodyContext) => readonly ScriptLine[];

const BODIES: Readonly<Record<BlockItem['do'], Body>> = {
  make: (work, statements, context) => {
    if (work.exists === undefined) return statements;
    // A grant repeats without harm: it is made wherever that which it is about is ours.
    if (work.object.kind === 'grant') return [...stopUnlessOurs(work, context), ...statements];
    const { found } = context.words;
    return [...lookForIt(work, context), ...when(`${found} = 0`, statements, stopUnlessOurs(work, context))];
  },
  change: (work, statements, context) => [...stopUnlessOurs(work, context), ...statements],
  prepare: (_work, statements) => statements,
  finish: (work, statements, context) =>
    work.ours === undefined ? statements : [...statements, ...stopUnlessOurs(work, context)],
  remove: (work, statements, context) => {
    const { found, ours } = context.words;
    const judged = [
      ...lookWhose(work, context),
      ...when(`${ours} > 0`, statements, raise('INFO', 'left-alone', context)),
    ];
    return [...lookForIt(work, context), ...when(`${found} > 0`, judged)];
  },
  'check-gone': (work, statements, context) => {
    const { found, ours } = context.words;
    const judged = [...lookWhose(work, context), ...when(`${ours} > 0`, raise('EXCEPTION', 'still-there', context))];
    return [...lookForIt(work, context), ...when(`${found} > 0`, judged), ...statements];
  },
};

/** The rows of a query are not read here, which the language accepts in a loop only. */
function executed(step: ScriptStep, context: BodyContext): readonly ScriptLine[] {
  const statement = context.statement(step);
  if (!/^SELECT\s/.test(step.text)) return scriptLines(`${statement};`);
  return scriptLines(`FOR ${context.words.row} IN`, statement, 'LOOP', '  NULL;', 'END LOOP;');
}
