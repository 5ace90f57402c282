import {
  type DryRunResponse,
  getEditScript,
  type IntegrationUpdateBody,
  isPortcullisError,
  planUpdateIntegration,
  type Script,
  updateIntegration,
} from '@portcullis/client';
import { useState } from 'preact/hooks';
import { configOf } from '../../form/config-of.ts';
import { diffPlans, type PlanDiff } from '../../form/diff-plans.ts';
import { documentPaths } from '../../form/document-paths.ts';
import { draftOf, forgetDrafts, isFromStorage, keepDraft } from '../../form/drafts.ts';
import type { Values } from '../../form/field.ts';
import { fieldsOf } from '../../form/fields-of.ts';
import { placeIssues } from '../../form/place-issues.ts';
import { SchemaForm } from '../../form/schema-form.tsx';
import { storablePaths } from '../../form/storable-paths.ts';
import { differingPaths, valuesOf } from '../../form/values-of.ts';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { goTo } from '../../routing/current-place.ts';
import { announce } from '../../service/announce.ts';
import { explainError } from '../../service/explain-error.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useResponseTo } from '../../service/use-response-to.ts';
import { useTitles } from '../../words/words-context.tsx';
import { PlanReview } from '../plan-review.tsx';
import { Restored } from '../restored.tsx';
import { ScriptView } from '../script-view.tsx';
import type { IntegrationProps } from './integration-page.tsx';
import { keptSecrets } from './kept-secrets.ts';
import { readIntegration, type StoredIntegration } from './read-integration.ts';

/**
 * Changes an integration. It detects a version that another user stored in the meantime, and keeps everything that was
 * entered.
 */
export function EditIntegration({ id, integration, etag, type }: IntegrationProps) {
  const titleOf = useTitles();
  const draft = `edit ${id}`;
  const [base, setBase] = useState<StoredIntegration>({ integration, etag });
  const documents = documentPaths(type?.configSchema ?? {});
  const stored = valuesOf(base.integration.config ?? {}, documents);
  const [values, setValues] = useState<Values>({ ...stored.values, ...draftOf(draft) });
  const [isRestored] = useState(isFromStorage(draft));
  const [changed, setChanged] = useState<PlanDiff>();
  const [conflicts, setConflicts] = useState<readonly string[]>();
  const fields = fieldsOf(type?.configSchema ?? {}, values);
  const kept = keptSecrets(stored.redacted, base.integration, type?.credentialsSchema);
  const isAutomatic = base.integration.autoBootstrap === true;
  const body = {
    type: base.integration.type,
    autoBootstrap: isAutomatic,
    config: configOf(fields, values, kept),
  } as unknown as IntegrationUpdateBody;
  const isCreateError = base.integration.status === 'createError';
  const fixed = new Set(isCreateError ? [] : (type?.immutable ?? []).map((path) => path.split('.')[0] ?? path));

  const [preview, setPreview] = useResponseTo<DryRunResponse>(body);
  const [script, setScript] = useResponseTo<Script>(body);
  const planning = useAction(async () => {
    setPreview(undefined);
    setChanged(undefined);
    setConflicts(undefined);
    applying.clear();
    if (!isAutomatic && type?.scripts.includes('edit')) {
      setScript(await getEditScript({ client, path: { id }, body: body as never }));
    }
    const response = await planUpdateIntegration({ client, path: { id }, body, headers: { 'If-Match': base.etag } });
    setPreview(response);
    announce(`Plan with ${response.plan.steps.length} steps`);
  });
  const applying = useAction(async () => {
    if (!preview) return;
    try {
      const headers = { 'If-Match': base.etag, 'If-Plan': preview.plan.hash };
      await updateIntegration({ client, path: { id }, body, headers });
      forgetDrafts(draft);
      goTo('integrations', id, 'activity');
    } catch (error) {
      if (isPortcullisError(error, 'PLAN_CHANGED')) {
        const response = await planUpdateIntegration({
          client,
          path: { id },
          body,
          headers: { 'If-Match': base.etag },
        });
        setChanged(diffPlans(preview.plan, response.plan));
        setPreview(response);
      }
      throw error;
    }
  });
  const comparing = useAction(async () => {
    const now = await readIntegration(id);
    setConflicts(differingPaths(stored.values, valuesOf(now.integration.config ?? {}, documents).values));
    setBase(now);
    setPreview(undefined);
    planning.clear();
    applying.clear();
  });
  const change = (next: Values) => {
    setValues(next);
    // Only what differs: the other fields follow what other users store.
    const touched = differingPaths(stored.values, next).map((path) => [path, next[path] ?? '']);
    keepDraft(draft, Object.fromEntries(touched), storablePaths(type?.configSchema ?? {}));
  };
  const isOvertaken = [planning.error, applying.error].some((error) =>
    isPortcullisError(error, 'VERSION_MISMATCH', 'INTEGRATION_BUSY'),
  );
  const placed = placeIssues(explainError(planning.error).issues, { fields, values, prefix: 'config.' });
  const actions = isOvertaken && (
    <Button isBusy={comparing.isRunning} onClick={() => void comparing.run()}>
      Keep my entries and continue from the newest version
    </Button>
  );

  return (
    <>
      {conflicts && (
        <div class="notice warn" role="status">
          <strong>You are now editing the newest version</strong>
          <p>
            {conflicts.length === 0
              ? 'Its settings are the same as those you started from.'
              : `Another user changed ${conflicts.map(titleOf).join(', ')}. The fields below hold your entries: compare them before you plan.`}
          </p>
        </div>
      )}
      {isRestored && <Restored missing="Secrets and user names are not kept: enter them again." />}
      <Failure error={planning.error} issues={placed.elsewhere}>
        {actions}
      </Failure>
      <Failure error={comparing.error} />
      {isAutomatic && type?.credentialsSchema !== undefined && (
        <p class="notice">The privileged credentials were used once and are not kept: an edit needs them again.</p>
      )}
      <SchemaForm
        label="Settings"
        fields={fields}
        values={values}
        onChange={change}
        onSubmit={() => void planning.run()}
        issues={placed.atField}
        fixed={fixed}
        stored={kept}
      >
        <Button {...(preview ? {} : { kind: 'primary' as const })} type="submit" isBusy={planning.isRunning}>
          {preview ? 'Plan again' : 'Test and plan'}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            forgetDrafts(draft);
            setValues(stored.values);
          }}
        >
          Discard my entries
        </Button>
        <span class="fine">Planning changes nothing.</span>
      </SchemaForm>
      {script && <ScriptView script={script} title="Script to run first" />}
      {preview && (
        <PlanReview
          response={preview}
          changed={changed}
          error={applying.error}
          isRunning={applying.isRunning}
          runLabel="Apply: run these steps"
          onRun={() => void applying.run()}
        >
          {actions}
        </PlanReview>
      )}
    </>
  );
}
