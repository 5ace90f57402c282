import { TEXT, text } from './reading.ts';
import { Refusal, refusals } from './refusal.ts';
import type { Rows } from './session.ts';

/** One step of a script. */
type Step =
  | { readonly kind: 'statement'; readonly text: string }
  | { readonly kind: 'block'; readonly steps: readonly Step[] }
  | { readonly kind: 'choice'; readonly branches: readonly Branch[] };

interface Branch {
  /** Absent for ELSE. */
  readonly condition: string | undefined;
  readonly steps: readonly Step[];
}

/**
 * Runs a script as the SQL editor does: its sections in sequence, each a compound or a plain statement. A failure ends
 * it, and earlier statements remain. Sources: "SQL scripting"; "BEGIN END compound statement", NOT ATOMIC; "IF
 * statement"; "SIGNAL statement".
 */
export function runScript(script: string, run: (statement: string) => Rows): void {
  for (const step of read(script)) perform(step, run);
}

function perform(step: Step, run: (statement: string) => Rows): void {
  if (step.kind === 'block') for (const each of step.steps) perform(each, run);
  else if (step.kind === 'choice') {
    const chosen = step.branches.find(({ condition }) => condition === undefined || isTrue(condition, run));
    for (const each of chosen?.steps ?? []) perform(each, run);
  } else {
    const [, state, message] =
      new RegExp(`^SIGNAL SQLSTATE ${TEXT}(?: SET MESSAGE_TEXT = ${TEXT})?$`).exec(step.text) ?? [];
    if (state !== undefined)
      throw new Refusal('BAD_REQUEST', `[USER_RAISED_EXCEPTION] ${text(message)}`, 400, text(state));
    run(step.text);
  }
}

/** Conditions are existence, or its opposite, of rows, joined by AND. */
function isTrue(condition: string, run: (statement: string) => Rows): boolean {
  return condition.split(/ AND (?=(?:NOT )?EXISTS \()/).every((term) => {
    const [, not, query] = /^(NOT )?EXISTS \(([\s\S]*)\)$/.exec(term.trim()) ?? [];
    if (query === undefined) throw refusals.syntax(term);
    return run(query.trim()).length > 0 === (not === undefined);
  });
}

function read(script: string): readonly Step[] {
  const tokens = tokensOf(script);
  let at = 0;
  const steps = (ends: readonly string[]): readonly Step[] => {
    const found: Step[] = [];
    while (at < tokens.length && !ends.includes(tokens[at] ?? '')) found.push(step());
    if (at >= tokens.length && ends.length > 0) throw refusals.syntax('end of input');
    return found;
  };
  const step = (): Step => {
    const token = tokens[at++] ?? '';
    if (token === 'BEGIN') {
      const inside = steps(['END']);
      at += 1;
      return { kind: 'block', steps: inside };
    }
    if (!token.startsWith('IF ')) {
      if (/^(?:END|END IF|ELSE|ELSEIF .*)$/s.test(token)) throw refusals.syntax(token);
      return { kind: 'statement', text: token };
    }
    const branches: Branch[] = [];
    for (let word = token; word !== 'END IF'; word = tokens[at++] ?? '') {
      const [, condition] = /^(?:ELSE)?IF ([\s\S]*)$/.exec(word) ?? [];
      branches.push({
        condition,
        steps: steps(['ELSE', 'END IF', ...tokens.filter((each) => each.startsWith('ELSEIF '))]),
      });
    }
    return { kind: 'choice', branches };
  };
  return steps([]);
}

/** The tokens of a script: comments, literals and names in backticks are single tokens. */
const LEXEME =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\[\s\S])*'|`(?:[^`]|``)*`|\b(?:THEN|BEGIN|ELSE)\b|;|[A-Za-z_]+|[\s\S]/g;

/** Statements without their semicolons, keywords of the control flow, and conditions with their keyword. */
function tokensOf(script: string): readonly string[] {
  const tokens: string[] = [];
  let current = '';
  const end = (): void => {
    const token = current.trim();
    if (token !== '') tokens.push(token);
    current = '';
  };
  for (const [lexeme] of script.matchAll(LEXEME)) {
    if (lexeme.startsWith('--') || lexeme.startsWith('/*')) current += ' ';
    else if (lexeme === ';' || lexeme === 'THEN') end();
    else if ((lexeme === 'BEGIN' || lexeme === 'ELSE') && current.trim() === '') {
      current = lexeme;
      end();
    } else current += lexeme;
  }
  end();
  return tokens;
}
