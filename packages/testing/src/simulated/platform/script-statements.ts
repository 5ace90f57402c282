import type { Dialect, OperationChange, ScriptSection, ScriptStep } from '@portcullis/plugin-api';

/** A section as a plugin's dialect wrote it. */
export interface WrittenSection {
  readonly text: string;
  readonly section: ScriptSection;
  readonly warnings: readonly string[];
  /** The mark that begins lines of comment. */
  readonly commentMark: string;
}

/** A canonical statement in a script. */
export interface FramedStatement {
  readonly text: string;
  /** The change that it belongs to; undefined for statements outside known sections. */
  readonly change?: OperationChange;
  /** True when its guard is in the same section; undefined for statements outside known sections. */
  readonly guarded?: boolean;
  /** True if the script, or the administrator, checks the contents of the object before it is dropped. */
  readonly looksInside?: boolean;
}

/** Returns the text with which a dialect begins its comments. */
export function commentMarkOf({ comment }: Pick<Dialect, 'comment'>): string {
  const probe = 'remark';
  return comment(probe).split(probe)[0]?.trim() ?? '';
}

/** The input for reading a script. */
export interface ScriptReading {
  readonly written: readonly WrittenSection[];
  /** Every statement that may occur. */
  readonly known: readonly string[];
  /** True if commented-out statements also run, with the administrator as their guard. */
  readonly decides: boolean;
}

/**
 * Returns the statements of a script in order: those of the sections of plugins, and between sections the longest
 * known one that begins at each line.
 */
export function framedStatements(
  script: string,
  { written, known, decides }: ScriptReading,
): readonly FramedStatement[] {
  const longestFirst = [...known].sort((a, b) => b.length - a.length);
  const statements: FramedStatement[] = [];
  for (let at = 0; at >= 0 && at < script.length; ) {
    const section = longestAt(script, at, written);
    if (section) {
      statements.push(...statementsOf(section, decides));
      at += section.text.length;
      continue;
    }
    const text = longestFirst.find((each) => script.startsWith(each, at));
    if (text) statements.push({ text });
    const next = script.indexOf('\n', at + (text?.length ?? 0));
    at = next < 0 ? -1 : next + 1;
  }
  return statements;
}

function longestAt(script: string, at: number, written: readonly WrittenSection[]): WrittenSection | undefined {
  return written
    .filter(({ text }) => text !== '' && script.startsWith(text, at))
    .reduce<WrittenSection | undefined>(
      (longest, each) => (longest && longest.text.length >= each.text.length ? longest : each),
      undefined,
    );
}

function statementsOf({ text, section, commentMark }: WrittenSection, decides: boolean): readonly FramedStatement[] {
  return section.steps.flatMap((step) => {
    const runs = standsOutsideComments(text, step.text, commentMark);
    if (!runs && !(decides && standsAnywhere(text, step.text))) return [];
    const change = { action: step.action, objectKey: step.object.key };
    return [{ text: step.text, change, guarded: !runs || isGuarded(text, step), looksInside: looksInside(text, step) }];
  });
}

/** Returns whether a guard query of a statement is in its section. A creation may be guarded by either. */
function isGuarded(text: string, { action, exists, ours }: ScriptStep): boolean {
  const queries = action === 'create' ? [exists, ours] : [ours];
  return queries.some((query) => query !== undefined && text.includes(query));
}

/** Returns whether every query for contents is in the section, perhaps as a comment for the administrator. */
function looksInside(text: string, { foreignContents = [] }: ScriptStep): boolean {
  return foreignContents.length > 0 && foreignContents.every(({ list }) => standsAnywhere(text, list));
}

/** Returns whether a text contains a statement, perhaps with each of its lines in a comment. */
function standsAnywhere(text: string, statement: string): boolean {
  return statement.split('\n').every((line) => text.includes(line));
}

/** Returns whether a statement occurs outside of comments. */
function standsOutsideComments(text: string, statement: string, commentMark: string): boolean {
  for (let at = text.indexOf(statement); at >= 0; at = text.indexOf(statement, at + 1)) {
    const before = text.slice(text.lastIndexOf('\n', at) + 1, at);
    if (commentMark === '' || !before.includes(commentMark)) return true;
  }
  return false;
}
