import { type DryRunResponse, rotateIntegrationSecret } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import type { Values } from '../../form/field.ts';
import { goTo } from '../../routing/current-route.ts';
import { client } from '../../service/session.ts';
import { PlanReview } from '../plan-review.tsx';
import { CredentialsForm, credentialsBody } from './credentials-form.tsx';
import type { IntegrationProps } from './integration-props.ts';
import { useReviewedRun } from './use-reviewed-run.ts';

/** Replaces the secret of the service account, by a plan. */
export function RotateServiceSecret({ id, integration, etag, type, reload }: IntegrationProps) {
  const [values, setValues] = useState<Values>({});
  const [withCredentials, setWithCredentials] = useState(false);
  const canHave = integration.autoBootstrap === true && type?.credentialsSchema !== undefined;
  const body = credentialsBody(type, canHave && withCredentials, values) as never;
  const call = { client, path: { id }, ...(body === undefined ? {} : { body }) };
  const { preview, changed, planning, running, forget } = useReviewedRun({
    plan: async () => (await rotateIntegrationSecret({ ...call, query: { dryRun: true } })) as DryRunResponse,
    async run(hash) {
      await rotateIntegrationSecret({ ...call, headers: { 'If-Match': etag, 'If-Plan': hash } });
      goTo('integrations', id, 'activity');
    },
    reload,
  });
  return (
    <section aria-labelledby="rotate-heading">
      <h2 id="rotate-heading">Rotate the secret</h2>
      <p>
        Replaces the secret with which the service signs in. The old secret stays valid until the new one has been
        tested.
      </p>
      {canHave && (
        <label class="check">
          <input
            type="checkbox"
            checked={withCredentials}
            onChange={(event) => {
              setWithCredentials(event.currentTarget.checked);
              forget();
            }}
          />
          Use privileged credentials, if the platform requires them
        </label>
      )}
      <CredentialsForm
        type={type}
        isNeeded={canHave && withCredentials}
        values={values}
        onChange={(next) => {
          setValues(next);
          forget();
        }}
        onSubmit={() => void planning.run()}
        error={planning.error}
      >
        <Button type="submit" isBusy={planning.isRunning}>
          Plan the rotation
        </Button>
      </CredentialsForm>
      {preview && (
        <PlanReview
          response={preview}
          changed={changed}
          error={running.error}
          isRunning={running.isRunning}
          runLabel="Rotate: run these steps"
          onRun={() => void running.run()}
        />
      )}
    </section>
  );
}
