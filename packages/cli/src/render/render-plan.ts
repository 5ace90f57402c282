import type { Plan } from '@portcullis/client';
import type { Paint } from './paint.ts';

const SIGNS = {
  create: ['+', 'good'],
  alter: ['~', 'doubtful'],
  drop: ['-', 'bad'],
  store: ['=', 'quiet'],
} as const satisfies Record<Plan['steps'][number]['action'], readonly [string, Parameters<Paint>[0]]>;

const ACTORS = {
  setup: 'the set-up user',
  service: 'the service account',
  administrator: 'you',
  portcullis: 'the service itself',
} as const satisfies Record<Plan['steps'][number]['actor'], string>;

/** Returns a plan as text for users: each step with its statement, its account and its reason. */
export function renderPlan({ steps, warnings, hash }: Plan, paint: Paint): string {
  if (steps.length === 0) return `${paint('quiet', 'Nothing to do.')}\n`;
  const lines = steps.flatMap(
    ({ action, object, statement, reason, actor, destructive, irreversible, alreadyDone }) => {
      const [sign, meaning] = SIGNS[action];
      const notes = [
        ACTORS[actor],
        ...(destructive ? ['loses data or members'] : []),
        ...(alreadyDone ? ['done already'] : []),
      ];
      return [
        `${paint(meaning, `${sign} ${object.kind} ${object.name}`)}  ${paint('quiet', `${notes.join(', ')}: ${reason}`)}`,
        ...statement.split('\n').map((line) => `    ${line}`),
        ...(irreversible === undefined ? [] : [`    ${paint('bad', `Irreversible: ${irreversible}`)}`]),
      ];
    },
  );
  const cautions = warnings.map((warning) => paint('doubtful', `Warning: ${warning}`));
  return `${[...lines, ...cautions, paint('quiet', `Plan ${hash}`)].join('\n')}\n`;
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
