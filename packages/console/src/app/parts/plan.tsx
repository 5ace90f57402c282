import type { Plan as PlanFacts } from '@portcullis/client';
import { Code } from './code.tsx';

type Step = PlanFacts['steps'][number];

interface PlanProps {
  readonly plan: PlanFacts;
  /** Positions of steps that were not in the previously reviewed plan. */
  readonly added?: ReadonlySet<number>;
}

/** The steps that would run, shown before they run. */
export function Plan({ plan, added }: PlanProps) {
  const { steps, warnings, runtimeObjects = [] } = plan;
  const destructive = steps.filter((step) => step.destructive).length;
  const irreversible = steps.filter((step) => step.irreversible !== undefined && !step.destructive).length;
  return (
    <section class="plan" aria-label="Plan">
      <p>
        {steps.length === 0
          ? 'There is nothing to do on the platform.'
          : `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, in this order.`}
        {destructive > 0 && (
          <strong class="danger-text"> {destructive} of them cannot be undone: members or data are lost.</strong>
        )}
        {irreversible > 0 && (
          <strong class="danger-text"> {irreversible} of them cannot be put back if a later one fails.</strong>
        )}
      </p>
      {warnings.map((warning) => (
        <p class="notice warn" key={warning}>
          {warning}
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

/** Steps with their statements. */
export function Steps({
  steps,
  added = new Set(),
}: {
  readonly steps: readonly Step[];
  readonly added?: ReadonlySet<number>;
}) {
  return (
    <ol class="steps">
      {steps.map((step, index) => (
        <li key={index} class={step.destructive ? 'destructive' : ''}>
          <StepRow step={step} isAdded={added.has(index)} isSame={isSameObject(steps[index - 1], step)} />
        </li>
      ))}
    </ol>
  );
}

/** Several steps in a row may create one object: its reason is shown once. */
function isSameObject(before: Step | undefined, { action, object }: Step): boolean {
  return before?.object.key === object.key && before.action === action;
}

interface StepRowProps {
  readonly step: Step;
  readonly isAdded: boolean;
  readonly isSame: boolean;
}

function StepRow({ step, isAdded, isSame }: StepRowProps) {
  const { action, object, reason, statement, privileges, inverse, destructive, irreversible, actor, role, stage } =
    step;
  return (
    <details>
      <summary>
        <span class={`verb ${action}`}>{action}</span>
        <span class="row-title">
          {object.kind} <code>{object.name}</code>
        </span>
        {destructive && <span class="tag bad">cannot be undone</span>}
        {irreversible !== undefined && !destructive && <span class="tag bad">irreversible</span>}
        {isAdded && <span class="tag warn">new since you reviewed the plan</span>}
        {step.alreadyDone && <span class="tag">done already</span>}
        {!isSame && <span class="reason">{reason}</span>}
        <code class="glance">{statement.split('\n', 1)}</code>
      </summary>
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
    </details>
  );
}

const ACTORS: Readonly<Record<Step['actor'], string>> = {
  setup: 'the privileged account',
  service: 'the service account',
  administrator: 'you, by script',
  portcullis: 'the service, in its own store',
};
