import type { Plan } from '@portcullis/client';
import type { Style } from './style.ts';

const SIGNS = {
  create: ['+', 'success'],
  alter: ['~', 'warning'],
  drop: ['-', 'error'],
  store: ['=', 'muted'],
} as const satisfies Record<Plan['steps'][number]['action'], readonly [string, Parameters<Style>[0]]>;

const ACTORS = {
  setup: 'the set-up user',
  service: 'the service account',
  administrator: 'you',
  portcullis: 'the service itself',
} as const satisfies Record<Plan['steps'][number]['actor'], string>;

/** Returns a plan as text for users: each step with its statement, its account and its reason. */
export function renderPlan({ steps, warnings, hash }: Plan, style: Style): string {
  if (steps.length === 0) return `${style('muted', 'Nothing to do.')}\n`;
  const lines = steps.flatMap(
    ({ action, object, statement, reason, actor, destructive, irreversible, alreadyDone }) => {
      const [sign, meaning] = SIGNS[action];
      const notes = [
        ACTORS[actor],
        ...(destructive ? ['loses data or members'] : []),
        ...(alreadyDone ? ['done already'] : []),
      ];
      return [
        `${style(meaning, `${sign} ${object.kind} ${object.name}`)}  ${style('muted', `${notes.join(', ')}: ${reason}`)}`,
        ...statement.split('\n').map((line) => `    ${line}`),
        ...(irreversible === undefined ? [] : [`    ${style('error', `Irreversible: ${irreversible}`)}`]),
      ];
    },
  );
  const warningLines = warnings.map((warning) => style('warning', `Warning: ${warning}`));
  return `${[...lines, ...warningLines, style('muted', `Plan ${hash}`)].join('\n')}\n`;
}

/** Returns the number of objects that are created, changed and dropped: `2 to create, 1 to drop`. */
export function countPlan({ steps }: Plan): string {
  const words = { create: 'to create', alter: 'to change', drop: 'to drop', store: 'to store' } as const;
  const counts = Object.entries(words).map(([action, word]) => {
    const objects = new Set(steps.filter((step) => step.action === action).map(({ object }) => object.key));
    return objects.size === 0 ? [] : `${objects.size} ${word}`;
  });
  return counts.flat().join(', ') || 'nothing to do';
}
