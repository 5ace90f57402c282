import { type Capabilities, getCapabilities, validateIntegration } from '@portcullis/client';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { Remedy } from '../../components/remedy.tsx';
import { Status } from '../../components/status.tsx';
import { Tests, TestsStatus } from '../../components/tests.tsx';
import { toHash } from '../../routing/route.ts';
import { announce } from '../../service/announce.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useLoad } from '../../service/use-load.ts';
import { useFormWords } from '../../words/form-words-context.tsx';
import { ConfigTable } from './config-table.tsx';
import type { IntegrationProps } from './integration-props.ts';
import { nextSteps } from './next-steps.ts';
import { UnresolvedObjects } from './unresolved-objects.tsx';

/** The overview of an integration: its tests with their remedies, its features, its settings. */
export function Overview({ id, integration, reload }: IntegrationProps) {
  const { status, statusReason, validationResults, config } = integration;
  const capabilities = useLoad(() => getCapabilities({ client, path: { id } }), `capabilities ${id} ${status}`);
  const validating = useAction(async () => {
    const results = await validateIntegration({ client, path: { id } });
    announce(`Validated: ${results.status}`);
    await Promise.all([reload(), capabilities.reload()]);
  });
  const words = useFormWords();
  const steps = nextSteps(integration);
  return (
    <>
      {statusReason && (
        <div class="notice bad">
          <strong>Why</strong>
          <p>{words(statusReason)}</p>
        </div>
      )}
      <UnresolvedObjects id={id} status={status} />
      {steps.length > 0 && (
        <div class="notice">
          <strong>What to do</strong>
          <ul>
            {steps.map(({ text, part }) => (
              <li key={part}>
                <a href={toHash(['integrations', id, part])}>{text}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <section aria-labelledby="tests-heading">
        <div class="section-head">
          <h2 id="tests-heading">Tests</h2>
          <TestsStatus results={validationResults} />
          <span class="push">
            <Button isBusy={validating.isRunning} onClick={() => void validating.run()}>
              Validate now
            </Button>
          </span>
        </div>
        <Failure error={validating.error} />
        <Tests results={validationResults} />
      </section>
      <section aria-labelledby="features-heading">
        <h2 id="features-heading">Features</h2>
        <Loading of={capabilities}>{(value) => <Features features={value.features} />}</Loading>
      </section>
      <section aria-labelledby="config-heading">
        <h2 id="config-heading">Settings</h2>
        <ConfigTable config={config ?? {}} />
      </section>
    </>
  );
}

function Features({ features }: { readonly features: Capabilities['features'] }) {
  const words = useFormWords();
  if (features.length === 0) return <p class="fine">This type declares none.</p>;
  return (
    <ul class="rows">
      {features.map(({ feature, title, description, state, why, remediation }) => (
        <li key={feature}>
          <div class="row-head">
            <Status state={state} />
            <span class="row-title">{title}</span>
            <span class="reason">{description}</span>
          </div>
          {state !== 'works' && <p class="fine">{words(why)}</p>}
          {remediation && remediation.statements.length > 0 && <Remedy remediation={remediation} />}
        </li>
      ))}
    </ul>
  );
}
