import type { DryRunAnswer } from '@portcullis/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { PlanChange } from '../form/compare-plans.ts';
import { Button } from '../parts/button.tsx';
import { Code } from '../parts/code.tsx';
import { Difference } from '../parts/difference.tsx';
import { Failure } from '../parts/failure.tsx';
import { Plan } from '../parts/plan.tsx';
import { Status } from '../parts/status.tsx';
import { Tests } from '../parts/tests.tsx';

interface PlanReviewProps {
  readonly answer: DryRunAnswer;
  /** The difference between the plan and the plan that was reviewed before, where there is one. */
  readonly changed: PlanChange | undefined;
  readonly error: unknown;
  readonly isRunning: boolean;
  readonly runLabel: string;
  readonly isDangerous?: boolean;
  readonly onRun: () => void;
  /** The actions that the user can take on the error. */
  readonly children?: ComponentChildren;
}

/** The plan before it runs: test results, what changes, every step; and the button that runs exactly this. */
export function PlanReview({
  answer,
  changed,
  error,
  isRunning,
  runLabel,
  isDangerous,
  onRun,
  children,
}: PlanReviewProps) {
  const { validationResults, plan, difference, inverse } = answer;
  const heading = useRef<HTMLHeadingElement>(null);
  // A page can have two of them.
  const headingId = useId();
  useEffect(() => {
    if (error === undefined) heading.current?.focus();
  }, [plan.hash]);
  const isFailed = validationResults.status === 'failed';
  return (
    <section class="review" aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} ref={heading}>
        Before it runs
      </h2>
      <div class="section-head">
        <h3>Tests</h3>
        <Status state={validationResults.status} />
      </div>
      <Tests results={validationResults} />
      {difference && (
        <>
          <h3>What changes</h3>
          <Difference difference={difference} />
        </>
      )}
      <h3>Plan</h3>
      {changed && <Changed changed={changed} />}
      <Plan plan={plan} {...(changed ? { fresh: changed.fresh } : {})} />
      {inverse && (
        <details>
          <summary>The script that undoes it</summary>
          <Code title="Inverse" text={inverse} />
        </details>
      )}
      <Failure error={error}>{children}</Failure>
      <div class="actions run">
        {isFailed ? (
          <p>A test failed: fix what it reports, then test and plan again.</p>
        ) : (
          <Button kind={isDangerous ? 'danger' : 'primary'} isBusy={isRunning} onClick={onRun}>
            {runLabel}
          </Button>
        )}
      </div>
    </section>
  );
}

function Changed({ changed: { fresh, gone } }: { readonly changed: PlanChange }) {
  return (
    <div class="notice warn">
      <strong>The plan has changed since you reviewed it</strong>
      <p>
        {fresh.size} new {fresh.size === 1 ? 'step is' : 'steps are'} marked below; {gone.length} no longer{' '}
        {gone.length === 1 ? 'needs' : 'need'} to run.
      </p>
      {gone.length > 0 && (
        <details>
          <summary>No longer in the plan</summary>
          <Code title="Statements" text={gone.join('\n')} />
        </details>
      )}
    </div>
  );
}
