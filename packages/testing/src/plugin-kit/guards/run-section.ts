import type { GuardValue } from './read-condition.ts';
import { runGuards } from './run-guards.ts';
import { scriptWords } from './script-words.ts';
import { type FoundState, makingText, type SectionChange } from './section-change.ts';

/** The statements of a section that run if an object has a given state. */
export interface SectionRun {
  readonly ran: ReadonlySet<string>;
  readonly stopped: boolean;
}

/** The role of a text in a section. */
type Role = 'exists' | 'ours' | 'held' | 'statement';

/**
 * Runs the guards of a section with one object in a given state, and all other objects in the expected state.
 *
 * @throws UnreadableSection for a section in a form that cannot be read.
 */
export function runSection(target: SectionChange, found: FoundState): SectionRun {
  const { written, change } = target;
  const roles = rolesIn(target);
  const texts = [...roles.keys()];
  const creation = makingText(target);
  const gone = droppedBefore(target);
  let state = found;
  const has = (text: string, role: Role | undefined): boolean => {
    if (text === change.exists) return state !== 'absent';
    if (text === change.ours) return state === 'ours' || state === 'holding';
    if (gone.has(text)) return false;
    if (role === 'held') return state === 'holding' && isHeldBy(target, text);
    return true;
  };
  const { ran, stopped } = runGuards(scriptWords(written.text, texts, written.commentMark), {
    respond(known) {
      const text = texts[known] ?? '';
      const role = roles.get(text);
      return valueIn(text, role, has(text, role));
    },
    run(known) {
      const text = texts[known] ?? '';
      if (roles.get(text) !== 'statement') return false;
      if (change.action === 'create' && text === creation && state === 'absent') state = 'ours';
      return true;
    },
  });
  return { ran: new Set(ran.map((known) => texts[known] ?? '')), stopped };
}

function rolesIn({ written }: SectionChange): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  for (const { text, exists, ours, foreignContents = [] } of written.section.steps) {
    roles.set(text, 'statement');
    for (const { list, foreign } of foreignContents)
      for (const each of [list, foreign]) if (each) roles.set(each, 'held');
    if (exists) roles.set(exists, 'exists');
    if (ours) roles.set(ours, 'ours');
  }
  return roles;
}

/** Returns the queries for objects that are dropped before this one. */
function droppedBefore({ written, change }: SectionChange): ReadonlySet<string | undefined> {
  const { steps } = written.section;
  const at = steps.findIndex(({ object }) => object.key === change.object.key);
  const before = steps.slice(0, at).filter(({ action }) => action === 'drop');
  return new Set(before.flatMap(({ exists, ours }) => [exists, ours]));
}

function isHeldBy({ change }: SectionChange, text: string): boolean {
  return (change.foreignContents ?? []).some(({ list, foreign }) => list === text || foreign === text);
}

/**
 * Returns the value of a query: true if it has a row. The value of an expression over a row is the state that it
 * computes.
 */
function valueIn(text: string, role: Role | undefined, isTrue: boolean): GuardValue {
  if (role === 'ours' && text.includes("'ours'") && text.includes("'foreign'")) return isTrue ? 'ours' : 'foreign';
  return isTrue;
}
