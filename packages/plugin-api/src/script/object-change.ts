import type { ScriptStep } from '../platform/script-section.ts';

/** The consecutive steps of one object and action in a section of a script, which share a guard. */
export interface ObjectChange extends Pick<ScriptStep, 'action' | 'object' | 'exists' | 'ours' | 'foreignContents'> {
  readonly steps: readonly ScriptStep[];
}

/** Groups the steps of a section by object and action, in order, for a {@link Dialect.renderSection}. */
export function objectChangesOf(steps: readonly ScriptStep[]): readonly ObjectChange[] {
  const starts = steps.flatMap((step, index) => (isSameChange(steps[index - 1], step) ? [] : [index]));
  return starts.map((start, index) => {
    const own = steps.slice(start, starts[index + 1]);
    const { action, object, exists, ours, foreignContents } = own[0] as ScriptStep;
    return { action, object, exists, ours, foreignContents, steps: own };
  });
}

/**
 * Returns the name of an object for the readers of a script: `user "ada"`. The name is not quoted for any language: use
 * it only in a comment or a literal.
 */
export function objectLabel({ object }: Pick<ObjectChange, 'object'>): string {
  return `${object.kind} "${object.name}"`;
}

function isSameChange(previous: ScriptStep | undefined, step: ScriptStep): boolean {
  return previous !== undefined && previous.action === step.action && previous.object.key === step.object.key;
}
