import {
  createIntegration,
  type DryRunResponse,
  type IntegrationBody,
  type IntegrationType,
  isPortcullisError,
  planCreateIntegration,
} from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { assignIssues } from '../../form/assign-issues.ts';
import { configOf } from '../../form/config-of.ts';
import { diffPlans, type PlanDiff } from '../../form/diff-plans.ts';
import { discardDrafts, isRestoredDraft, readDraft, saveDraft } from '../../form/drafts.ts';
import type { Values } from '../../form/field.ts';
import { fieldsOf } from '../../form/fields-of.ts';
import { SchemaForm } from '../../form/schema-form.tsx';
import { storablePaths } from '../../form/storable-paths.ts';
import { goTo } from '../../routing/current-route.ts';
import { announce } from '../../service/announce.ts';
import { explainError } from '../../service/explain-error.ts';
import { createRequestKey } from '../../service/request-key.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useResponseTo } from '../../service/use-response-to.ts';
import { PlanReview } from '../plan-review.tsx';
import { RestoredDraftNotice } from '../restored-draft-notice.tsx';
import { ManualScripts } from './manual-scripts.tsx';
import { ModeChoice } from './mode-choice.tsx';

const MODE: ReadonlySet<string> = new Set(['isAutomatic']);

/** Creates an integration of a type: form, plan, run. */
export function CreateOfType({ type }: { readonly type: IntegrationType }) {
  const draft = `new ${type.id}`;
  const [values, setValues] = useState<Values>(readDraft(draft) ?? {});
  const modeDraft = `mode of ${draft}`;
  const [isRestored] = useState(isRestoredDraft(draft));
  const [isAutomatic, setAutomatic] = useState(
    type.bootstrap === 'automatic-or-manual' && readDraft(modeDraft)?.isAutomatic !== false,
  );
  const [changed, setChanged] = useState<PlanDiff>();
  const fields = type.configSchema ? fieldsOf(type.configSchema, values) : [];
  const body = (type.bootstrap === 'none'
    ? { type: type.type }
    : { type: type.type, autoBootstrap: isAutomatic, config: configOf(fields, values) }) as unknown as IntegrationBody;

  const [preview, setPreview] = useResponseTo<DryRunResponse>(body);
  const planning = useAction(async () => {
    setChanged(undefined);
    setPreview(undefined);
    creating.clear();
    const response = await planCreateIntegration({ client, body });
    setPreview(response);
    announce(`Plan with ${response.plan.steps.length} steps`);
  });
  const [requestKey] = useState(createRequestKey);
  const creating = useAction(async () => {
    if (!preview) return;
    try {
      const { hash } = preview.plan;
      const { id } = await requestKey.send(body, (key) =>
        createIntegration({ client, body, headers: { 'If-Plan': hash, 'Idempotency-Key': key } }),
      );
      discardDrafts(draft);
      discardDrafts(modeDraft);
      // A platform that is configured from its own side needs the key and the files next.
      goTo('integrations', id, type.bootstrap === 'none' ? 'setup' : 'activity');
    } catch (error) {
      if (isPortcullisError(error, 'PLAN_CHANGED')) {
        const response = await planCreateIntegration({ client, body });
        setChanged(diffPlans(preview.plan, response.plan));
        setPreview(response);
      }
      throw error;
    }
  });
  const change = (next: Values) => {
    setValues(next);
    saveDraft(draft, next, storablePaths(type.configSchema ?? {}));
  };
  const { issues } = explainError(planning.error);
  const assignedIssues = assignIssues(issues, { fields, values, prefix: 'config.' });

  return (
    <>
      {type.bootstrap === 'automatic-or-manual' && (
        <ModeChoice
          isAutomatic={isAutomatic}
          onChange={(next) => {
            setAutomatic(next);
            saveDraft(modeDraft, { isAutomatic: next }, MODE);
          }}
        />
      )}
      {isRestored && <RestoredDraftNotice missing="Secrets and user names are not kept: enter them again." />}
      <Failure error={planning.error} issues={assignedIssues.unassigned} />
      <SchemaForm
        label="Settings"
        fields={fields}
        values={values}
        onChange={change}
        onSubmit={() => void planning.run()}
        issues={assignedIssues.byField}
      >
        <Button {...(preview ? {} : { kind: 'primary' as const })} type="submit" isBusy={planning.isRunning}>
          {preview ? 'Plan again' : 'Test and plan'}
        </Button>
        <span class="fine">Changes nothing.</span>
      </SchemaForm>
      {!isAutomatic && type.scripts.includes('create') && <ManualScripts type={type} body={body} />}
      {preview && (
        <PlanReview
          response={preview}
          changed={changed}
          error={creating.error}
          isRunning={creating.isRunning}
          runLabel={isAutomatic && type.scripts.length > 0 ? 'Create: run these steps' : 'Create'}
          onRun={() => void creating.run()}
        />
      )}
    </>
  );
}
