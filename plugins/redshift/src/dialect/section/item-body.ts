import { type ObjectChange, objectLabel, type ScriptLine, type ScriptStep, scriptLines } from '@portcullis/plugin-api';
import type { BlockItem } from './block.ts';
import type { BodyContext } from './body-context.ts';
import { findByMark, findObject, findOwner, raise, stopUnlessOurs, when } from './guard.ts';

/**
 * Returns the PL/pgSQL of one item, which checks the object and then acts, skips or stops. It uses only constructs that
 * both engines document, in their oldest form. Source: Amazon Redshift Database Developer Guide, "Supported PL/pgSQL
 * statements".
 */
export function itemBody(item: BlockItem, context: BodyContext): readonly ScriptLine[] {
  const { change } = item;
  const statements = change.steps.flatMap((step) => stepLines(change, step, context));
  return [
    ...scriptLines(`${context.words.subject} := ${context.quoteLiteral(objectLabel(change))};`),
    ...BODIES[item.purpose](change, statements, context),
  ];
}

type Body = (change: ObjectChange, statements: readonly ScriptLine[], context: BodyContext) => readonly ScriptLine[];

const BODIES: Readonly<Record<BlockItem['purpose'], Body>> = {
  create: (change, statements, context) => {
    if (change.exists === undefined) return statements;
    // A grant can be repeated, so it runs whenever its object is ours.
    if (change.object.kind === 'grant') return [...stopUnlessOurs(change, context), ...statements];
    const { found } = context.words;
    return [...findObject(change, context), ...when(`${found} = 0`, statements, stopUnlessOurs(change, context))];
  },
  alter: (change, statements, context) => [...stopUnlessOurs(change, context), ...statements],
  prepare: (_change, statements) => statements,
  finish: (change, statements, context) =>
    change.ours === undefined ? statements : [...statements, ...stopUnlessOurs(change, context)],
  drop: (change, statements, context) => {
    const { found, ours } = context.words;
    const guarded = [
      ...findOwner(change, context),
      ...when(`${ours} > 0`, statements, raise('INFO', 'left-alone', context)),
    ];
    return [...findObject(change, context), ...when(`${found} > 0`, guarded)];
  },
  'check-gone': (change, statements, context) => {
    const { found, ours } = context.words;
    const guarded = [...findOwner(change, context), ...when(`${ours} > 0`, raise('EXCEPTION', 'still-there', context))];
    return [...findObject(change, context), ...when(`${found} > 0`, guarded), ...statements];
  },
};

const RENAME = /^ALTER (?:ROLE|USER) "((?:[^"]|"")+)" RENAME TO /;

/**
 * A rename runs only while the object with our mark still has the old name. The language accepts the rows of a query
 * only in a loop, so they are not read here.
 */
function stepLines(change: ObjectChange, step: ScriptStep, context: BodyContext): readonly ScriptLine[] {
  const statement = context.statement(step);
  const old = RENAME.exec(step.text)?.[1]?.replaceAll('""', '"');
  if (old !== undefined) {
    const isPending = `${context.words.found} > 0`;
    return [...findByMark(change, old, context), ...when(isPending, scriptLines(`${statement};`))];
  }
  if (!/^SELECT\s/.test(step.text)) return scriptLines(`${statement};`);
  return scriptLines(`FOR ${context.words.row} IN`, statement, 'LOOP', '  NULL;', 'END LOOP;');
}
