import {
  type DryRunResponse,
  getEditScript,
  isPortcullisError,
  planUpdateIntegration,
  type Script,
  updateIntegration,
} from '@portcullis/client';
import { useState } from 'preact/hooks';
import { diffPlans, type PlanDiff } from '../../form/diff-plans.ts';
import { goTo } from '../../routing/current-route.ts';
import { announce } from '../../service/announce.ts';
import { client } from '../../service/session.ts';
import { type Action, useAction } from '../../service/use-action.ts';
import { useResponseTo } from '../../service/use-response-to.ts';
import type { IntegrationProps } from './integration-props.ts';
import { readIntegration, type StoredIntegration } from './read-integration.ts';
import { type EditEntries, useEditEntries } from './use-edit-entries.ts';

/** The edit of an integration: the entries of the user, the plan for them, and three actions. */
export interface Edit {
  readonly entries: EditEntries;
  readonly isAutomatic: boolean;
  /** The plan for the present entries. */
  readonly preview: DryRunResponse | undefined;
  /** The script to run before an edit of a manual set-up. */
  readonly script: Script | undefined;
  /** The changes of the plan since the user has reviewed it. */
  readonly changed: PlanDiff | undefined;
  /** The settings that another user has changed since the edit began; undefined until the newest version is read. */
  readonly conflicts: readonly string[] | undefined;
  /** True if another user has stored a version in the meantime. */
  readonly isOutdated: boolean;
  readonly planning: Action<[]>;
  readonly applying: Action<[]>;
  /** Reads the newest version, and continues the edit from there. */
  readonly rebasing: Action<[]>;
}

/** Keeps the state of an edit. */
export function useEdit({ id, integration, etag, type }: IntegrationProps): Edit {
  const [base, setBase] = useState<StoredIntegration>({ integration, etag });
  const [changed, setChanged] = useState<PlanDiff>();
  const [conflicts, setConflicts] = useState<readonly string[]>();
  const entries = useEditEntries(id, base, type);
  const { body } = entries;
  const [preview, setPreview] = useResponseTo<DryRunResponse>(body);
  const [script, setScript] = useResponseTo<Script>(body);
  const isAutomatic = base.integration.autoBootstrap === true;
  const request = { client, path: { id }, body };
  const headers = { 'If-Match': base.etag };

  const planning = useAction(async () => {
    setPreview(undefined);
    setChanged(undefined);
    setConflicts(undefined);
    applying.clear();
    if (!isAutomatic && type?.scripts.includes('edit')) {
      setScript(await getEditScript({ ...request, body: body as never }));
    }
    const response = await planUpdateIntegration({ ...request, headers });
    setPreview(response);
    announce(`Plan with ${response.plan.steps.length} steps`);
  });

  const applying = useAction(async () => {
    if (!preview) return;
    try {
      await updateIntegration({ ...request, headers: { ...headers, 'If-Plan': preview.plan.hash } });
      entries.forget();
      goTo('integrations', id, 'activity');
    } catch (error) {
      if (isPortcullisError(error, 'PLAN_CHANGED')) {
        const response = await planUpdateIntegration({ ...request, headers });
        setChanged(diffPlans(preview.plan, response.plan));
        setPreview(response);
      }
      throw error;
    }
  });

  const rebasing = useAction(async () => {
    const newest = await readIntegration(id);
    setConflicts(entries.differingFrom(newest));
    setBase(newest);
    setPreview(undefined);
    planning.clear();
    applying.clear();
  });

  const isOutdated = [planning.error, applying.error].some((error) =>
    isPortcullisError(error, 'VERSION_MISMATCH', 'INTEGRATION_BUSY'),
  );
  return { entries, isAutomatic, preview, script, changed, conflicts, isOutdated, planning, applying, rebasing };
}
