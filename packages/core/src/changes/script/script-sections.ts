import type { ScriptSection, ScriptStep } from '@portcullis/plugin-api';
import type { Change } from '../plan/change-set.ts';
import type { GuardOf } from './script-guards.ts';

interface OpenSection {
  stage: string;
  role: string | undefined;
  steps: ScriptStep[];
}

/** Groups changes into sections: one per sequence of steps on the same stage with the same role. */
export function sectionsOf(changes: readonly Change[], guardOf: GuardOf): readonly ScriptSection[] {
  const sections: OpenSection[] = [];
  for (const change of changes) {
    const { action, object, steps } = change;
    const guard = guardOf(change);
    for (const [index, step] of steps.entries()) {
      let section = sections.at(-1);
      if (!section || section.stage !== step.stage || section.role !== (step.role ?? undefined)) {
        section = { stage: step.stage, role: step.role ?? undefined, steps: [] };
        sections.push(section);
      }
      section.steps.push({
        action,
        object: { key: object.key, kind: object.kind, name: object.name },
        text: step.text,
        exists: guard?.exists,
        ours: guard?.ours,
        foreignContents: action === 'drop' ? guard?.foreignContents : undefined,
        alone: step.alone,
        first: index === 0 || section.steps.at(-1)?.object.key !== object.key,
      });
    }
  }
  return sections;
}
