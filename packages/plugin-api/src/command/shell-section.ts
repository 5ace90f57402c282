import type { ScriptSection, SectionText } from '../platform/script-section.ts';
import { type ObjectChange, objectChangesOf, objectLabel } from '../script/object-change.ts';
import { indented, type ScriptLine, scriptLines, scriptText } from '../script/script-line.ts';
import { quoteForShell } from './shell-syntax.ts';

/**
 * Writes a section as a POSIX shell script: the `renderSection` of a dialect with `shellSyntax`. The script creates
 * absent objects, and changes and drops only objects of the integration. It stops with exit code 1 at a foreign object,
 * at a failed statement, and at a query that the platform does not respond.
 *
 * The queries of `guard` are commands or pipelines that print something for "yes". Their exit code is 0 or 1, as that
 * of `grep`; any other code means that there is no response. `foreignContents` uses only `list`. It must print only foreign objects
 * and exit with 0: otherwise the script stops, because an empty list could be a failed query. So do not end `list` with
 * `grep`.
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

/** Variables of the script. */
const FOUND = 'portcullis_found';
const OURS = 'portcullis_ours';
const FOREIGN = 'portcullis_foreign';

function guarded(change: ObjectChange): readonly ScriptLine[] {
  const { action, exists, ours, foreignContents = [] } = change;
  const statements = scriptLines(...change.steps.map(({ text }) => `${text} || exit 1`));
  if (exists === undefined || ours === undefined) return statements;
  const label = objectLabel(change);
  const unanswered = stop(`The platform did not say whether there is the ${label}.`);
  const isOurs = ask(OURS, ours, unanswered);
  const foreign = stop(`The ${label} does not belong to this integration.`);
  if (action === 'alter') return [...isOurs, ...when(isEmpty(OURS), foreign), ...statements];
  const isThere = ask(FOUND, exists, unanswered);
  if (action === 'drop') {
    const looks = foreignContents.flatMap(({ list }) => look(list, label));
    return [...isThere, ...when(hasText(FOUND), [...isOurs, ...when(hasText(OURS), [...looks, ...statements])])];
  }
  if (ours === exists) return [...isThere, ...when(isEmpty(FOUND), statements)];
  return [...isThere, ...when(isEmpty(FOUND), statements, [...isOurs, ...when(isEmpty(OURS), foreign)])];
}

/** Sets a variable to the response of a query. */
function ask(variable: string, query: string, unanswered: readonly ScriptLine[]): readonly ScriptLine[] {
  return orElse(`${variable}="$(${query})" || [ $? -eq 1 ]`, unanswered);
}

/** Stops before a drop that would also drop foreign objects. */
function look(list: string, label: string): readonly ScriptLine[] {
  return [
    ...orElse(`${FOREIGN}="$(${list})"`, stop(`The platform did not list the contents of the ${label}.`)),
    ...when(hasText(FOREIGN), stop(`The ${label} contains foreign objects.`)),
  ];
}

function orElse(command: string, otherwise: readonly ScriptLine[]): readonly ScriptLine[] {
  return [...scriptLines(`${command} || {`), ...indented(otherwise), ...scriptLines('}')];
}

function when(
  condition: string,
  then: readonly ScriptLine[],
  otherwise: readonly ScriptLine[] = [],
): readonly ScriptLine[] {
  return [
    ...scriptLines(`if ${condition}; then`),
    ...indented(then),
    ...(otherwise.length > 0 ? [...scriptLines('else'), ...indented(otherwise)] : []),
    ...scriptLines('fi'),
  ];
}

function stop(message: string): readonly ScriptLine[] {
  return scriptLines(`printf '%s\\n' ${quoteForShell(message)} >&2`, 'exit 1');
}

const hasText = (variable: string) => `[ -n "$${variable}" ]`;
const isEmpty = (variable: string) => `[ -z "$${variable}" ]`;
