import { isCommand } from '../command/command.ts';
import { isSql } from '../sql/fragment.ts';
import { type Issues, issue, issueIf } from './issues.ts';

const TEXTS = ['key', 'kind', 'name', 'scope', 'why'] as const;
const LISTS = ['create', 'drop', 'needs'] as const;

type Unchecked = Readonly<Record<string, unknown>>;

/**
 * Returns the problems of managed objects that the compiler would report. The tests of a plugin run without it, and all other checks
 * rely on these forms.
 */
export function objectShapeIssues(objects: unknown, where: string): Issues {
  if (Array.isArray(objects)) return objects.flatMap((object, index) => checkForm(object, `${where}[${index}]`));
  const problem = objects instanceof Promise ? 'is a promise.' : 'is not a list.';
  return issue(where, problem, 'Return a list without waiting: a value that only the platform knows is a fact.');
}

function checkForm(object: unknown, position: string): Issues {
  if (!isObject(object)) return issue(position, 'is not an object.', 'Return one object for each managed object.');
  const path = typeof object.key === 'string' ? `${position} "${object.key}"` : position;
  return [
    ...TEXTS.flatMap((field) =>
      issueIf(typeof object[field] !== 'string', `${path}.${field}`, stateOf(object[field], 'text'), 'Write a text.'),
    ),
    ...LISTS.flatMap((field) => {
      const fix = 'Write a list, which may be empty.';
      return issueIf(!Array.isArray(object[field]), `${path}.${field}`, stateOf(object[field], 'a list'), fix);
    }),
    ...(['create', 'drop'] as const).flatMap((field) =>
      Array.isArray(object[field])
        ? object[field].flatMap((step, index) => checkStep(step, `${path}.${field}[${index}]`))
        : [],
    ),
  ];
}

function checkStep(step: unknown, path: string): Issues {
  if (!isObject(step))
    return issue(path, 'is not a step.', 'Write { text } for a statement or { call, input } for a call.');
  if (isSql(step.text) || isCommand(step.text) || typeof step.call === 'string') return [];
  const fix = 'Write sql`…`, with names in ident() and values in literal(), or command(…).';
  return issue(`${path}.text`, stateOf(step.text, 'a statement'), fix);
}

function stateOf(value: unknown, form: string): string {
  return value === undefined ? 'is missing.' : `is not ${form}.`;
}

function isObject(value: unknown): value is Unchecked {
  return typeof value === 'object' && value !== null;
}
