import type { ScriptStep } from '@portcullis/plugin-api';

/** The consecutive steps of one object and action within a section. */
export interface ObjectWork extends Pick<ScriptStep, 'action' | 'object' | 'exists' | 'ours'> {
  readonly steps: readonly ScriptStep[];
}

/** Groups the steps of a section by object and action, in order. */
export function objectWorkOf(steps: readonly ScriptStep[]): readonly ObjectWork[] {
  const starts = steps.flatMap((step, index) => (isSameWork(steps[index - 1], step) ? [] : [index]));
  return starts.map((start, index) => {
    const own = steps.slice(start, starts[index + 1]);
    const { action, object, exists, ours } = own[0] as ScriptStep;
    return { action, object, exists, ours, steps: own };
  });
}

/** How people call an object. */
export function labelOf({ object }: Pick<ObjectWork, 'object'>): string {
  return `${object.kind} "${object.name}"`;
}

function isSameWork(previous: ScriptStep | undefined, step: ScriptStep): boolean {
  return previous !== undefined && previous.action === step.action && previous.object.key === step.object.key;
}
