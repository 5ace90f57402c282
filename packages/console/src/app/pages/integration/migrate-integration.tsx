import { migrateIntegration, planMigrateIntegration } from '@portcullis/client';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { goTo } from '../../routing/current-route.ts';
import { client } from '../../service/session.ts';
import { PlanReview } from '../plan-review.tsx';
import type { IntegrationProps } from './integration-props.ts';
import { useReviewedRun } from './use-reviewed-run.ts';

/** Upgrades the objects that an older version of the plugin has made to the installed version, by a plan. */
export function MigrateIntegration({ id, etag, type, reload }: IntegrationProps) {
  const { preview, changed, planning, running } = useReviewedRun({
    plan: () => planMigrateIntegration({ client, path: { id } }),
    async run(hash) {
      await migrateIntegration({ client, path: { id }, headers: { 'If-Match': etag, 'If-Plan': hash } });
      goTo('integrations', id, 'activity');
    },
    reload,
  });
  return (
    <section aria-labelledby="migrate-heading">
      <h2 id="migrate-heading">Migrate</h2>
      <p>
        Upgrades the objects that an older version of the plugin has made to the installed version
        {type && `, ${type.pluginVersion}`}.
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
            response={preview}
            changed={changed}
            error={running.error}
            isRunning={running.isRunning}
            runLabel="Migrate: run these steps"
            onRun={() => void running.run()}
          />
        </>
      )}
    </section>
  );
}
