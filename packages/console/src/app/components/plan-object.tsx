import type { Plan } from '@portcullis/client';
import { type PlanRow, positionsText } from '../form/plan-rows.ts';
import { useFormWords } from '../words/form-words-context.tsx';
import { Code } from './code.tsx';

type Step = Plan['steps'][number];

interface PlanObjectProps {
  readonly row: PlanRow;
  /** Positions of steps that were not in the previously reviewed plan. */
  readonly added: ReadonlySet<number>;
}

/** An object of a plan: what happens to it and why; opened, every statement. */
export function PlanObject({ row, added }: PlanObjectProps) {
  const words = useFormWords();
  const { object, actions, steps } = row;
  const all = (test: (step: Step) => boolean) => steps.every(({ step }) => test(step));
  const any = (test: (step: Step) => boolean) => steps.some(({ step }) => test(step));
  const reasons = [...new Set(steps.map(({ step }) => step.reason))];
  return (
    <details>
      <summary>
        <span class="positions">{positionsText(steps.map(({ index }) => index))}</span>
        {actions.map((action) => (
          <span key={action} class={`verb ${action}`}>
            {action}
          </span>
        ))}
        <span class="row-title">
          {object.kind} <code>{object.name}</code>
        </span>
        {steps.length > 1 && <span class="fine">{steps.length} statements</span>}
        {any(({ destructive }) => destructive) && <span class="tag bad">cannot be undone</span>}
        {any(({ destructive, irreversible }) => irreversible !== undefined && !destructive) && (
          <span class="tag bad">irreversible</span>
        )}
        {steps.some(({ index }) => added.has(index)) && <span class="tag warn">new since you reviewed the plan</span>}
        {all(({ alreadyDone }) => alreadyDone === true) && <span class="tag">done already</span>}
        {reasons.map((reason) => (
          <span class="reason" key={reason}>
            {words(reason)}
          </span>
        ))}
        <code class="glance">{steps[0]?.step.statement.split('\n', 1)}</code>
      </summary>
      {steps.map(({ index, step }) => (
        <StepDetails key={index} index={index} step={step} isOnly={steps.length === 1} isAdded={added.has(index)} />
      ))}
    </details>
  );
}

interface StepDetailsProps {
  /** The position of the step in the plan, from zero. */
  readonly index: number;
  readonly step: Step;
  /** True if the object has no other step. */
  readonly isOnly: boolean;
  readonly isAdded: boolean;
}

function StepDetails({ index, step, isOnly, isAdded }: StepDetailsProps) {
  const { statement, privileges, inverse, irreversible, actor, role, stage, alreadyDone } = step;
  return (
    <>
      {!isOnly && (
        <p class="step-head">
          Step {index + 1} {isAdded && <span class="tag warn">new</span>}
          {alreadyDone && <span class="tag">done already</span>}
        </p>
      )}
      <Code title="Statement" text={statement} />
      <dl class="facts">
        <dt>Runs</dt>
        <dd>
          on {stage}, as {role ?? ACTORS[actor]}
        </dd>
        <dt>Needs</dt>
        <dd>{privileges.length > 0 ? privileges.join(', ') : 'no privilege required'}</dd>
        <dt>Undone by</dt>
        <dd>{inverse.length > 0 ? <Code title="Inverse" text={inverse.join('\n')} /> : 'none: it cannot be undone'}</dd>
        {irreversible !== undefined && (
          <>
            <dt>Irreversible</dt>
            <dd>{irreversible}</dd>
          </>
        )}
      </dl>
    </>
  );
}

const ACTORS: Readonly<Record<Step['actor'], string>> = {
  setup: 'the privileged account',
  service: 'the service account',
  administrator: 'you, by script',
  portcullis: 'the service, in its own store',
};
