import type { ScriptSection, SectionText } from '../platform/script-section.ts';
import { type ObjectChange, objectChangesOf, objectLabel } from '../script/object-change.ts';
import { indented, type ScriptLine, scriptLines, scriptText } from '../script/script-line.ts';
import { quoteForShell } from './shell-syntax.ts';

/**
 * Writes a section as a POSIX shell script: the `renderSection` of a dialect with `shellSyntax`. A script creates what is
 * absent, stops at a foreign object, changes and drops only ours, and stops at a statement that fails.
 *
 * The queries of `guard` are commands or pipelines that print something for "yes". `holds` uses `list` alone, which must
 * print foreign objects only.
 *
 * @example
 * ```ts
 * guard: {
 *   exists: sql`${command('ACL', 'GETUSER', user)}`,
 *   ours: sql`${command('ACL', 'GETUSER', user)} | grep -F ${literal(mark)}`,
 * }
 * ```
 */
export function shellSection({ steps }: ScriptSection): SectionText {
  return { text: objectChangesOf(steps).map(guarded).map(scriptText).join('\n'), warnings: [] };
}

function guarded(change: ObjectChange): readonly ScriptLine[] {
  const { action, exists, ours, holds = [] } = change;
  const statements = scriptLines(...change.steps.map(({ text }) => `${text} || exit 1`));
  if (exists === undefined || ours === undefined) return statements;
  const label = objectLabel(change);
  const stop = [...said(`The ${label} is not of this integration.`), ...scriptLines('exit 1')];
  if (action === 'alter') return [...when(prints(ours), statements), ...otherwise(stop)];
  if (action === 'drop') {
    const held = [...said(`The ${label} holds objects of others.`), ...scriptLines('exit 1')];
    const looks = holds.flatMap(({ list }) => [...when(prints(list), held), ...END]);
    return [...when(prints(ours), [...looks, ...statements]), ...END];
  }
  const foreign = ours === exists ? [] : [...scriptLines(`elif ${printsNothing(ours)}; then`), ...indented(stop)];
  return [...when(printsNothing(exists), statements), ...foreign, ...END];
}

const END = scriptLines('fi');

function when(condition: string, then: readonly ScriptLine[]): readonly ScriptLine[] {
  return [...scriptLines(`if ${condition}; then`), ...indented(then)];
}

function otherwise(then: readonly ScriptLine[]): readonly ScriptLine[] {
  return [...scriptLines('else'), ...indented(then), ...END];
}

function said(message: string): readonly ScriptLine[] {
  return scriptLines(`printf '%s\\n' ${quoteForShell(message)} >&2`);
}

function prints(query: string): string {
  return `[ -n "$(${query})" ]`;
}

function printsNothing(query: string): string {
  return `[ -z "$(${query})" ]`;
}
