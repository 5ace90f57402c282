import { deleteIntegration, getDeleteScript, planDeleteIntegration, type Script } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import type { Values } from '../../form/field.ts';
import { goTo } from '../../routing/current-route.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { PlanReview } from '../plan-review.tsx';
import { ScriptView } from '../script-view.tsx';
import { CredentialsForm, credentialsBody } from './credentials-form.tsx';
import { ForceDisable } from './force-disable.tsx';
import type { IntegrationProps } from './integration-props.ts';
import { useReviewedRun } from './use-reviewed-run.ts';

/** Deletes an integration by a plan, or from the service only. */
export function DeleteIntegration({ id, integration, etag, type, reload, onRemoved }: IntegrationProps) {
  const [values, setValues] = useState<Values>({});
  const [script, setScript] = useState<Script>();
  const isNeeded = integration.autoBootstrap === true && type?.credentialsSchema !== undefined;
  const isManual = integration.autoBootstrap === false && (type?.scripts.includes('delete') ?? false);
  const body = credentialsBody(type, isNeeded, values) as never;
  const call = { client, path: { id }, ...(body === undefined ? {} : { body }) };

  const { preview, changed, planning, running, forget } = useReviewedRun({
    plan: () => planDeleteIntegration(call),
    async run(hash) {
      await deleteIntegration({ ...call, headers: { 'If-Match': etag, 'If-Plan': hash } });
      goTo('integrations', id, 'activity');
    },
    reload,
  });
  const scripting = useAction(async () => setScript(await getDeleteScript({ client, path: { id } })));

  return (
    <>
      {isManual && (
        <section class="scripts" aria-labelledby="script-heading">
          <div class="section-head">
            <h2 id="script-heading">Script to run first</h2>
            <span class="push">
              <Button isBusy={scripting.isRunning} onClick={() => void scripting.run()}>
                Generate the script
              </Button>
            </span>
          </div>
          <p class="fine">
            You set this platform up with a script, so you clean it up with one. Then delete the integration here.
          </p>
          <Failure error={scripting.error} />
          {script && <ScriptView script={script} title="Script" />}
        </section>
      )}
      <section aria-labelledby="delete-heading">
        <h2 id="delete-heading">Delete</h2>
        <CredentialsForm
          type={type}
          isNeeded={isNeeded}
          values={values}
          onChange={(next) => {
            setValues(next);
            forget();
          }}
          onSubmit={() => void planning.run()}
          error={planning.error}
        >
          <Button type="submit" isBusy={planning.isRunning}>
            Test and plan the deletion
          </Button>
          <span class="fine">Changes nothing.</span>
        </CredentialsForm>
        {preview && (
          <PlanReview
            response={preview}
            changed={changed}
            error={running.error}
            isRunning={running.isRunning}
            isDangerous={true}
            runLabel="Delete: run these steps"
            onRun={() => void running.run()}
          />
        )}
      </section>
      <ForceDisable id={id} etag={etag} reload={reload} onRemoved={onRemoved} />
    </>
  );
}
