import type { Plan } from '@portcullis/client';

type Step = Plan['steps'][number];

/** A step of a plan, with its position in the plan. */
interface PlannedStep {
  /** From zero. */
  readonly index: number;
  readonly step: Step;
}

/** All steps of a plan that concern one object. */
export interface PlanRow {
  readonly object: Step['object'];
  /** The actions on the object, without repetitions: an object that is made again is dropped and created. */
  readonly actions: readonly Step['action'][];
  /** In the order of the plan. */
  readonly steps: readonly PlannedStep[];
}

/** Returns a row for each object of a plan, in the order in which the plan reaches them. */
export function planRows(steps: readonly Step[]): readonly PlanRow[] {
  const byKey = new Map<string, PlannedStep[]>();
  steps.forEach((step, index) => {
    const { key, kind, name } = step.object;
    // Drift reports objects that have no key of their own.
    const identity = JSON.stringify([key, kind, name]);
    byKey.set(identity, [...(byKey.get(identity) ?? []), { index, step }]);
  });
  return [...byKey.values()].map((planned) => ({
    object: (planned[0] as PlannedStep).step.object,
    actions: [...new Set(planned.map(({ step }) => step.action))],
    steps: planned,
  }));
}

/** Returns the positions of steps as text, from one: `3`, `3 to 5`, `3, 7 to 8`. */
export function positionsText(indexes: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const index of indexes) {
    const run = runs.at(-1);
    if (run && run[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
  }
  return runs.map(([first, last]) => (first === last ? `${first + 1}` : `${first + 1} to ${last + 1}`)).join(', ');
}
