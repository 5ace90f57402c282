import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { assignIssues } from '../../form/assign-issues.ts';
import { SchemaForm } from '../../form/schema-form.tsx';
import { explainError } from '../../service/explain-error.ts';
import { useTitles } from '../../words/form-words-context.tsx';
import { PlanReview } from '../plan-review.tsx';
import { RestoredDraftNotice } from '../restored-draft-notice.tsx';
import { ScriptView } from '../script-view.tsx';
import type { IntegrationProps } from './integration-props.ts';
import { useEdit } from './use-edit.ts';

/**
 * Changes an integration. It detects a version that another user stored in the meantime, and keeps everything that was
 * entered.
 */
export function EditIntegration(props: IntegrationProps) {
  const { entries, isAutomatic, preview, script, changed, conflicts, isOutdated, planning, applying, rebasing } =
    useEdit(props);
  const { fields, values, kept, fixed } = entries;
  const assignedIssues = assignIssues(explainError(planning.error).issues, { fields, values, prefix: 'config.' });
  const actions = isOutdated && (
    <Button isBusy={rebasing.isRunning} onClick={() => void rebasing.run()}>
      Keep my entries and continue from the newest version
    </Button>
  );

  return (
    <>
      {conflicts && <NewestVersionNotice conflicts={conflicts} />}
      {entries.isRestored && <RestoredDraftNotice missing="Secrets and user names are not kept: enter them again." />}
      <Failure error={planning.error} issues={assignedIssues.unassigned}>
        {actions}
      </Failure>
      <Failure error={rebasing.error} />
      {isAutomatic && props.type?.credentialsSchema !== undefined && (
        <p class="notice">The privileged credentials were used once and are not kept: an edit needs them again.</p>
      )}
      <SchemaForm
        label="Settings"
        fields={fields}
        values={values}
        onChange={entries.change}
        onSubmit={() => void planning.run()}
        issues={assignedIssues.byField}
        fixed={fixed}
        stored={kept}
      >
        <Button {...(preview ? {} : { kind: 'primary' as const })} type="submit" isBusy={planning.isRunning}>
          {preview ? 'Plan again' : 'Test and plan'}
        </Button>
        <Button kind="quiet" onClick={entries.discard}>
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

function NewestVersionNotice({ conflicts }: { readonly conflicts: readonly string[] }) {
  const titleOf = useTitles();
  return (
    <div class="notice warn" role="status">
      <strong>You are now editing the newest version</strong>
      <p>
        {conflicts.length === 0
          ? 'Its settings are the same as those you started from.'
          : `Another user changed ${conflicts.map(titleOf).join(', ')}. The fields below hold your entries: compare them before you plan.`}
      </p>
    </div>
  );
}
