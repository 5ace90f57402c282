import {
  type DryRunAnswer,
  deleteIntegration,
  getDeleteScript,
  isPortcullisError,
  planDeleteIntegration,
  type Script,
} from '@portcullis/client';
import { useState } from 'preact/hooks';
import { comparePlans, type PlanChange } from '../../form/compare-plans.ts';
import type { Values } from '../../form/field.ts';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { goTo } from '../../routing/current-place.ts';
import { toHash } from '../../routing/route.ts';
import { announce } from '../../service/announce.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { PlanReview } from '../plan-review.tsx';
import { ScriptView } from '../script-view.tsx';
import { CredentialsForm, credentialsBody } from './credentials-form.tsx';
import type { IntegrationProps } from './integration-page.tsx';

/** Deletes an integration, by a plan; or in the service alone. */
export function DeleteIntegration({ id, integration, etag, type }: IntegrationProps) {
  const [values, setValues] = useState<Values>({});
  const [preview, setPreview] = useState<DryRunAnswer>();
  const [changed, setChanged] = useState<PlanChange>();
  const [script, setScript] = useState<Script>();
  const isNeeded = integration.autoBootstrap === true && type?.credentialsSchema !== undefined;
  const isManual = integration.autoBootstrap === false && (type?.scripts.includes('delete') ?? false);
  const body = credentialsBody(type, isNeeded, values) as never;
  const call = { client, path: { id }, ...(body === undefined ? {} : { body }) };

  const planning = useAction(async () => {
    setPreview(undefined);
    setChanged(undefined);
    const answer = await planDeleteIntegration(call);
    setPreview(answer);
    announce(`Plan with ${answer.plan.steps.length} steps`);
  });
  const deleting = useAction(async () => {
    if (!preview) return;
    try {
      await deleteIntegration({ ...call, headers: { 'If-Match': etag, 'If-Plan': preview.plan.hash } });
      goTo('integrations', id, 'activity');
    } catch (error) {
      if (isPortcullisError(error, 'PLAN_CHANGED')) {
        const answer = await planDeleteIntegration(call);
        setChanged(comparePlans(preview.plan, answer.plan));
        setPreview(answer);
      }
      throw error;
    }
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
                Write the script
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
            setPreview(undefined);
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
            answer={preview}
            changed={changed}
            error={deleting.error}
            isRunning={deleting.isRunning}
            isDangerous={true}
            runLabel="Delete: run these steps"
            onRun={() => void deleting.run()}
          />
        )}
      </section>
      <ForceDisable id={id} etag={etag} />
    </>
  );
}

/** Deletes in the service alone, and hands out the script for the rest. */
function ForceDisable({ id, etag }: Pick<IntegrationProps, 'id' | 'etag'>) {
  const [isSure, setSure] = useState(false);
  const [answer, setAnswer] = useState<{ readonly script?: Script; readonly warnings: readonly string[] }>();
  const disabling = useAction(async () => {
    const { script, warnings = [] } = await deleteIntegration({
      client,
      path: { id },
      query: { forceDisable: true },
      headers: { 'If-Match': etag },
    });
    setAnswer({ warnings, ...(script ? { script } : {}) });
    announce('The integration is gone from the service');
  });
  if (answer) {
    return (
      <section aria-labelledby="disabled-heading">
        <h2 id="disabled-heading">Gone from the service</h2>
        {answer.warnings.map((warning) => (
          <p class="notice warn" key={warning}>
            {warning}
          </p>
        ))}
        {answer.script && <ScriptView script={answer.script} title="Script that removes the rest" />}
        <a href={toHash(['integrations'])}>To the list</a>
      </section>
    );
  }
  return (
    <details class="danger-zone">
      <summary>The platform cannot be reached any more?</summary>
      <p>
        The integration can be removed in the service alone. Nothing is changed on the platform: the account of the
        service lives on there until you run the script that you get.
      </p>
      <Failure error={disabling.error} />
      <label class="check">
        <input type="checkbox" checked={isSure} onChange={(event) => setSure(event.currentTarget.checked)} />I will
        clean the platform up by hand
      </label>
      <div class="actions">
        <Button kind="danger" disabled={!isSure} isBusy={disabling.isRunning} onClick={() => void disabling.run()}>
          Remove from the service alone
        </Button>
      </div>
    </details>
  );
}
