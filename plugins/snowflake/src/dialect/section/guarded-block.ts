import { indented, type ObjectChange, type ScriptLine, scriptLines, scriptText } from '@portcullis/plugin-api';
import { quoteLiteral } from '../quote-literal.ts';
import { type BlockItem, itemBody } from './item-body.ts';

/** User-defined exceptions have numbers from -20000 to -20999. Source: "Handling exceptions", Declaring an exception. */
const FIRST_EXCEPTION = -20_001;

/**
 * Kinds in a list of the account, so that a guard can check whether one with the name exists. Other statements are
 * harmless when repeated, and only check that the object they depend on is ours.
 */
const LISTED: ReadonlySet<string> = new Set(['database', 'role', 'user']);

/**
 * Writes the guards of a section as one block. An exception that names the object stops it: earlier statements remain
 * (each of this kind commits by itself), later ones do not run.
 */
export function guardedBlock(section: readonly ObjectChange[]): string {
  const items = itemsOf(section);
  const stops = items.filter(isStopping);
  const declarations = stops.flatMap((item, index) =>
    scriptLines(
      `${exceptionOf(item, stops)} EXCEPTION (${FIRST_EXCEPTION - index}, ${quoteLiteral(messageOf(item))});`,
    ),
  );
  const body = items.flatMap((item): readonly ScriptLine[] => [
    ...itemBody(item, exceptionOf(item, stops)),
    ...scriptLines(''),
  ]);
  return scriptText([
    ...scriptLines('EXECUTE IMMEDIATE $$', 'DECLARE'),
    ...indented([
      ...scriptLines("state VARCHAR DEFAULT 'absent';", "holder VARCHAR DEFAULT '';", 'seen RESULTSET;'),
      ...declarations,
    ]),
    ...scriptLines('BEGIN'),
    ...indented([...body, ...scriptLines("RETURN 'done';")]),
    ...scriptLines('END;', '$$;'),
  ]);
}

function exceptionOf(item: BlockItem, stops: readonly BlockItem[]): string {
  return `foreign_${stops.indexOf(item) + 1}`;
}

function isStopping({ does, changes }: BlockItem): boolean {
  return does !== 'remove' || changes.some(({ holds = [] }) => holds.length > 0);
}

/** By their keys, which the comment names. */
function messageOf({ does, changes }: BlockItem): string {
  const keys = changes.map(({ object }) => object.key).join(', ');
  if (does === 'remove')
    return `Portcullis stopped at ${keys}: it holds what the service does not own. Move or remove that first.`;
  return `Portcullis stopped at ${keys}: it, or an object it depends on, is missing or was not made for this integration.`;
}

/** Steps that depend on the same object are checked once. */
function itemsOf(section: readonly ObjectChange[]): readonly BlockItem[] {
  const items: BlockItem[] = [];
  for (const change of section) {
    const does = purposeOf(change);
    const last = items.at(-1);
    const [sibling] = last?.changes ?? [];
    const isShared = does === 'repeat' && last?.does === 'repeat' && sibling?.ours === change.ours;
    if (isShared && last) items.splice(-1, 1, { does, changes: [...last.changes, change] });
    else items.push({ does, changes: [change] });
  }
  return items;
}

function purposeOf({ action, object }: ObjectChange): BlockItem['does'] {
  if (action === 'drop') return 'remove';
  if (!LISTED.has(object.kind)) return 'repeat';
  return action === 'create' ? 'make' : 'change';
}
