import type { DryRunResponse } from '@portcullis/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Code } from '../components/code.tsx';
import { Difference } from '../components/difference.tsx';
import { Failure } from '../components/failure.tsx';
import { Plan } from '../components/plan.tsx';
import { PlanTree } from '../components/plan-tree.tsx';
import { Tests, TestsStatus } from '../components/tests.tsx';
import type { PlanDiff } from '../form/diff-plans.ts';

interface PlanReviewProps {
  readonly response: DryRunResponse;
  /** The difference from the previously reviewed plan, if there is one. */
  readonly changed: PlanDiff | undefined;
  readonly error: unknown;
  readonly isRunning: boolean;
  readonly runLabel: string;
  readonly isDangerous?: boolean;
  readonly onRun: () => void;
  /** The actions that the user can take on the error. */
  readonly children?: ComponentChildren;
}

/** The plan before it runs: test results, changes, every step; and the button that runs exactly this plan. */
export function PlanReview({
  response,
  changed,
  error,
  isRunning,
  runLabel,
  isDangerous,
  onRun,
  children,
}: PlanReviewProps) {
  const { validationResults, plan, objects = [], difference, inverse } = response;
  const heading = useRef<HTMLHeadingElement>(null);
  // A page can have two reviews.
  const headingId = useId();
  useEffect(() => {
    if (error !== undefined) return;
    heading.current?.focus({ preventScroll: true });
    // A focus alone moves the page only until the heading is visible, which may be at its lower edge.
    heading.current?.scrollIntoView();
  }, [plan.hash]);
  const isFailed = validationResults.status === 'failed';
  return (
    <section class="review" aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} ref={heading}>
        Before it runs
      </h2>
      <div class="section-head">
        <h3>Tests</h3>
        <TestsStatus results={validationResults} />
      </div>
      <Tests results={validationResults} />
      {difference && (
        <>
          <h3>What changes</h3>
          <Difference difference={difference} />
        </>
      )}
      {objects.length > 0 && <PlanTree objects={objects} />}
      <h3>Plan</h3>
      {changed && <Changed changed={changed} />}
      <Plan plan={plan} {...(changed ? { added: changed.added } : {})} />
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

function Changed({ changed: { added, removed } }: { readonly changed: PlanDiff }) {
  return (
    <div class="notice warn">
      <strong>The plan has changed since you reviewed it</strong>
      <p>
        {added.size} new {added.size === 1 ? 'step is' : 'steps are'} marked below; {removed.length} no longer{' '}
        {removed.length === 1 ? 'needs' : 'need'} to run.
      </p>
      {removed.length > 0 && (
        <details>
          <summary>No longer in the plan</summary>
          <Code title="Statements" text={removed.join('\n')} />
        </details>
      )}
    </div>
  );
}
