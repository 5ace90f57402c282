import {
  type DryRunAnswer,
  type MigrationDryRunAnswer,
  migrateIntegration,
  planMigrateIntegration,
  rotateIntegrationSecret,
} from '@portcullis/client';
import { useState } from 'preact/hooks';
import type { Values } from '../../form/field.ts';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { goTo } from '../../routing/current-place.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { PlanReview } from '../plan-review.tsx';
import { CredentialsForm, credentialsBody } from './credentials-form.tsx';
import type { IntegrationProps } from './integration-page.tsx';

/** What is done from time to time: rotate the secret of the service account, bring the integration to the installed version. */
export function Maintenance(props: IntegrationProps) {
  return (
    <>
      <Rotate {...props} />
      <Migrate {...props} />
    </>
  );
}

function Rotate({ id, integration, etag, type }: IntegrationProps) {
  const [values, setValues] = useState<Values>({});
  const [withCredentials, setWithCredentials] = useState(false);
  const [preview, setPreview] = useState<DryRunAnswer>();
  const canHave = integration.autoBootstrap === true && type?.credentialsSchema !== undefined;
  const body = credentialsBody(type, canHave && withCredentials, values) as never;
  const call = { client, path: { id }, ...(body === undefined ? {} : { body }) };
  const planning = useAction(async () => {
    setPreview(undefined);
    setPreview((await rotateIntegrationSecret({ ...call, query: { dryRun: true } })) as DryRunAnswer);
  });
  const rotating = useAction(async () => {
    if (!preview) return;
    await rotateIntegrationSecret({ ...call, headers: { 'If-Match': etag, 'If-Plan': preview.plan.hash } });
    goTo('integrations', id, 'activity');
  });
  return (
    <section aria-labelledby="rotate-heading">
      <h2 id="rotate-heading">Rotate the secret</h2>
      <p>
        Replaces the secret with which the service signs in. The old one counts until the new one has been seen to work.
      </p>
      {canHave && (
        <label class="check">
          <input
            type="checkbox"
            checked={withCredentials}
            onChange={(event) => setWithCredentials(event.currentTarget.checked)}
          />
          With privileged credentials, where the platform asks for them
        </label>
      )}
      <CredentialsForm
        type={type}
        isNeeded={canHave && withCredentials}
        values={values}
        onChange={setValues}
        onSubmit={() => void planning.run()}
        error={planning.error}
      >
        <Button type="submit" isBusy={planning.isRunning}>
          Plan the rotation
        </Button>
      </CredentialsForm>
      {preview && (
        <PlanReview
          answer={preview}
          changed={undefined}
          error={rotating.error}
          isRunning={rotating.isRunning}
          runLabel="Rotate: run these steps"
          onRun={() => void rotating.run()}
        />
      )}
    </section>
  );
}

function Migrate({ id, etag, type }: IntegrationProps) {
  const [preview, setPreview] = useState<MigrationDryRunAnswer>();
  const planning = useAction(async () => {
    setPreview(undefined);
    setPreview(await planMigrateIntegration({ client, path: { id } }));
  });
  const migrating = useAction(async () => {
    if (!preview) return;
    await migrateIntegration({ client, path: { id }, headers: { 'If-Match': etag, 'If-Plan': preview.plan.hash } });
    goTo('integrations', id, 'activity');
  });
  return (
    <section aria-labelledby="migrate-heading">
      <h2 id="migrate-heading">Migrate</h2>
      <p>
        Brings what an older version of the plugin has made to the installed one{type && `, ${type.pluginVersion}`}.
      </p>
      <Failure error={planning.error} />
      <div class="actions">
        <Button isBusy={planning.isRunning} onClick={() => void planning.run()}>
          Plan the migration
        </Button>
      </div>
      {preview && (
        <>
          <p>
            From version {preview.from} to {preview.to}.
          </p>
          {preview.editNeeded.map(({ action, object, reason }) => (
            <p class="notice warn" key={object.key}>
              {action} {object.kind} <code>{object.name}</code> takes an edit: {reason}
            </p>
          ))}
          <PlanReview
            answer={preview}
            changed={undefined}
            error={migrating.error}
            isRunning={migrating.isRunning}
            runLabel="Migrate: run these steps"
            onRun={() => void migrating.run()}
          />
        </>
      )}
    </section>
  );
}
