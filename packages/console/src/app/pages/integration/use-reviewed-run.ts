import { isPortcullisError, type Plan } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { diffPlans, type PlanDiff } from '../../form/diff-plans.ts';
import { announce } from '../../service/announce.ts';
import { type Action, useAction } from '../../service/use-action.ts';

interface ReviewedRunOptions<Preview> {
  /** Requests the plan; changes nothing. */
  readonly plan: () => Promise<Preview>;
  /** Runs the plan with this hash, and no other one. */
  readonly run: (hash: string) => Promise<void>;
  /** Reads the integration again. */
  readonly reload: () => Promise<void>;
}

/** A plan that a user reviews and runs. */
export interface ReviewedRun<Preview> {
  readonly preview: Preview | undefined;
  /** The difference from the previously reviewed plan, if there is one. */
  readonly changed: PlanDiff | undefined;
  readonly planning: Action<[]>;
  readonly running: Action<[]>;
  /** Discards the plan because its input has changed. */
  readonly forget: () => void;
}

/**
 * Plans, and runs the reviewed plan. If the plan or the integration has changed by then, nothing runs and a new plan
 * is made for review: the next click of the button runs the new plan.
 */
export function useReviewedRun<Preview extends { readonly plan: Plan }>({
  plan,
  run,
  reload,
}: ReviewedRunOptions<Preview>): ReviewedRun<Preview> {
  const [preview, setPreview] = useState<Preview>();
  const [changed, setChanged] = useState<PlanDiff>();
  const forget = () => {
    setPreview(undefined);
    setChanged(undefined);
    running.clear();
  };
  const planning = useAction(async () => {
    forget();
    const response = await plan();
    setPreview(response);
    announce(`Plan with ${response.plan.steps.length} steps`);
  });
  const running = useAction(async () => {
    if (!preview) return;
    try {
      await run(preview.plan.hash);
    } catch (error) {
      if (!isPortcullisError(error, 'PLAN_CHANGED', 'VERSION_MISMATCH')) throw error;
      const [response] = await Promise.all([plan(), reload()]);
      const change = diffPlans(preview.plan, response.plan);
      setChanged(change.added.size + change.removed.length > 0 ? change : undefined);
      setPreview(response);
      throw error;
    }
  });
  return { preview, changed, planning, running, forget };
}
