import { type DriftReport, getIntegrationDrift, observeIntegrationDrift } from '@portcullis/client';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Failure } from '../../components/failure.tsx';
import { Steps } from '../../components/plan.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import type { Values } from '../../form/field.ts';
import { announce } from '../../service/announce.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useFormWords } from '../../words/form-words-context.tsx';
import { CredentialsForm, credentialsBody } from './credentials-form.tsx';
import type { IntegrationProps } from './integration-props.ts';

/** The differences between the platform and the objects that the service created there, and their remedies. */
export function DriftPage({ id, integration, type, reload }: IntegrationProps) {
  const [report, setReport] = useState<DriftReport>();
  const [values, setValues] = useState<Values>({});
  const show = (found: DriftReport) => {
    setReport(found);
    announce(`${found.findings.length} findings`);
  };
  const isKnown = integration.drifted === true;
  useEffect(() => {
    if (isKnown && !report) void showing.run();
  }, [isKnown]);
  const showing = useAction(async () =>
    setReport(await getIntegrationDrift({ client, path: { id }, query: { last: true } })),
  );
  const checking = useAction(async () => {
    show(await getIntegrationDrift({ client, path: { id } }));
    await reload();
  });
  const isPrivileged = integration.autoBootstrap === true && type?.credentialsSchema !== undefined;
  const checkingAsSetup = useAction(async () => {
    const body = credentialsBody(type, isPrivileged, values) as never;
    show(await observeIntegrationDrift({ client, path: { id }, body }));
    await reload();
  });
  return (
    <>
      <div class="actions">
        <Button kind="primary" isBusy={checking.isRunning} onClick={() => void checking.run()}>
          Check for drift now
        </Button>
        <span class="fine">Uses the service account. Changes nothing.</span>
      </div>
      <Failure error={checking.error ?? showing.error} />
      {isPrivileged && (
        <details>
          <summary>Use the privileged account, which may see more</summary>
          <CredentialsForm
            type={type}
            isNeeded={true}
            values={values}
            onChange={setValues}
            onSubmit={() => void checkingAsSetup.run()}
            error={checkingAsSetup.error}
          >
            <Button type="submit" isBusy={checkingAsSetup.isRunning}>
              Check with these credentials
            </Button>
          </CredentialsForm>
        </details>
      )}
      {report && <Report report={report} />}
    </>
  );
}

function Report({ report }: { readonly report: DriftReport }) {
  const words = useFormWords();
  const { status, observedAt, observedAs, examined, findings, repair, warnings } = report;
  return (
    <section aria-labelledby="drift-heading">
      <div class="section-head">
        <h2 id="drift-heading">What was found</h2>
        <Status state={status} />
      </div>
      <p class="fine">
        {examined} objects, as the {observedAs === 'service' ? 'service' : 'privileged'} account,{' '}
        <Time at={observedAt} />
      </p>
      {warnings.map((warning) => (
        <p class="notice warn" key={warning}>
          {words(warning)}
        </p>
      ))}
      {findings.length === 0 && <p>Nothing has changed on the platform.</p>}
      <ul class="rows">
        {findings.map(({ state, object, message, difference }) => (
          <li key={`${object.kind} ${object.name}`}>
            <div class="row-head">
              <Status state={state} />
              <span class="row-title">
                {object.kind} <code>{object.name}</code>
              </span>
            </div>
            <p>{words(message)}</p>
            {difference.map(({ field, desired, observed }) => (
              <p class="value" key={field}>
                {field}: expected <ins>{String(desired)}</ins>, found <del>{String(observed)}</del>
              </p>
            ))}
          </li>
        ))}
      </ul>
      {repair.length > 0 && (
        <>
          <h3>Statements that repair it</h3>
          <Code
            title="Repair script"
            text={repair.map(({ statement }) => statement.replace(/;?\s*$/, ';')).join('\n')}
            fileName="repair.sql"
          />
          <details>
            <summary>Step by step, with reasons</summary>
            <Steps steps={repair} />
          </details>
        </>
      )}
    </section>
  );
}
