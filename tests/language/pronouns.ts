import { parseSync, Visitor } from 'oxc-parser';

/** The pronouns that hide the subject: the account, user, caller or process is named instead. */
const PRONOUN = /\b(?:nobody|somebody|anybody|whoever|whomever|whom)\b/i;
/** The functions whose first argument is the title of a test. */
const TITLED = new Set(['describe', 'it', 'test', 'storeCase', 'queueCase']);

/** A user-facing text with its start in the file. */
export interface Prose {
  readonly text: string;
  readonly start: number;
}

/** Returns one line for each pronoun in a page, or in a comment or test title of a source file. Code in backticks does not count. */
export function findPronouns(path: string, text: string): readonly string[] {
  if (!PRONOUN.test(text)) return [];
  return (path.endsWith('.md') ? [{ text, start: 0 }] : proseOf(path, text)).flatMap((prose) =>
    prose.text.split('\n').flatMap((line, index) => {
      const found = PRONOUN.exec(line.replaceAll(/`[^`]*`/g, ''))?.[0];
      const number = text.slice(0, prose.start).split('\n').length + index;
      return found ? [`${path}:${number} says "${found}": name the account, user, caller or process.`] : [];
    }),
  );
}

function proseOf(path: string, source: string): readonly Prose[] {
  const comments = parseSync(path, source).comments.map(({ value, start }) => ({ text: value, start }));
  return [...comments, ...titlesOf(path, source)];
}

/** Returns the titles of the tests in a source file. */
export function titlesOf(path: string, source: string): readonly Prose[] {
  const found: Prose[] = [];
  new Visitor({
    CallExpression(call) {
      const [title] = call.arguments;
      if (title?.type === 'Literal' && typeof title.value === 'string' && TITLED.has(nameOf(call.callee)))
        found.push({ text: title.value, start: title.start });
    },
  }).visit(parseSync(path, source).program);
  return found;
}

/** Returns the name of a called function without its chained members: `it` for `it.each(cases)`. */
function nameOf(callee: unknown): string {
  const { type, name, object, callee: called } = callee as Record<string, unknown>;
  if (type === 'Identifier') return String(name);
  return object || called ? nameOf(object ?? called) : '';
}
