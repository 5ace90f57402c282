import type { Plan as PlanView } from '@portcullis/client';
import { planRows } from '../form/plan-rows.ts';
import { useFormWords } from '../words/form-words-context.tsx';
import { PlanObject } from './plan-object.tsx';

type Step = PlanView['steps'][number];

interface PlanProps {
  readonly plan: PlanView;
  /** Positions of steps that were not in the previously reviewed plan. */
  readonly added?: ReadonlySet<number>;
}

/** The steps that would run, shown before they run. */
export function Plan({ plan, added }: PlanProps) {
  const words = useFormWords();
  const { steps, warnings, runtimeObjects = [] } = plan;
  const objects = planRows(steps).length;
  const destructive = steps.filter((step) => step.destructive).length;
  const irreversible = steps.filter((step) => step.irreversible !== undefined && !step.destructive).length;
  return (
    <section class="plan" aria-label="Plan">
      <p>
        {steps.length === 0
          ? 'There is nothing to do on the platform.'
          : `${steps.length} ${steps.length === 1 ? 'step' : 'steps'} on ${objects} ${objects === 1 ? 'object' : 'objects'}, in the order of their numbers.`}
        {destructive > 0 && (
          <strong class="danger-text"> {destructive} of them cannot be undone: members or data are lost.</strong>
        )}
        {irreversible > 0 && (
          <strong class="danger-text"> {irreversible} of them cannot be put back if a later one fails.</strong>
        )}
      </p>
      {warnings.map((warning) => (
        <p class="notice warn" key={warning}>
          {words(warning)}
        </p>
      ))}
      <Steps steps={steps} added={added ?? new Set()} />
      {runtimeObjects.length > 0 && (
        <details>
          <summary>{runtimeObjects.length} objects made at run time are removed with them</summary>
          <ul>
            {runtimeObjects.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>
                {kind} <code>{name}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="fine">Plan {plan.hash.slice(0, 12)}. Exactly these steps run, or none.</p>
    </section>
  );
}

/** Steps with their statements: one row for each object. */
export function Steps({
  steps,
  added = new Set(),
}: {
  readonly steps: readonly Step[];
  readonly added?: ReadonlySet<number>;
}) {
  return (
    <ol class="steps">
      {planRows(steps).map((row) => (
        <li key={row.steps[0]?.index} class={row.steps.some(({ step }) => step.destructive) ? 'destructive' : ''}>
          <PlanObject row={row} added={added} />
        </li>
      ))}
    </ol>
  );
}
