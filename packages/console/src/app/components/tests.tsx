import type { ValidationResults } from '@portcullis/client';
import { useFormWords } from '../words/form-words-context.tsx';
import { Remedy } from './remedy.tsx';
import { skippedText } from './skipped-text.ts';
import { Status } from './status.tsx';

type Test = ValidationResults['validationTests'][number];

const ORDER: Readonly<Record<Test['status'], number>> = { failed: 0, warning: 1, passed: 2, skipped: 3 };

/** The tests of a validation: those that need attention first, each with its remedy; skipped ones are collapsed. */
export function Tests({ results }: { readonly results: ValidationResults }) {
  const words = useFormWords();
  const tests = results.validationTests.toSorted((left, right) => ORDER[left.status] - ORDER[right.status]);
  const shown = tests.filter(({ status }) => status !== 'skipped');
  const skipped = tests.filter(({ status }) => status === 'skipped');
  if (tests.length === 0) return <p class="fine">This type has no tests.</p>;
  return (
    <div class="tests">
      <ul class="rows">
        {shown.map((test) => (
          <TestRow key={test.id ?? test.name} test={test} />
        ))}
      </ul>
      {skipped.length > 0 && (
        <details>
          <summary>{words(skippedText(skipped))}</summary>
          <ul class="rows">
            {skipped.map((test) => (
              <TestRow key={test.id ?? test.name} test={test} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** The status of a validation. A validation without tests has none: nothing was tested, so nothing has passed. */
export function TestsStatus({ results }: { readonly results: ValidationResults }) {
  if (results.validationTests.length === 0) return null;
  return <Status state={results.status} />;
}

function TestRow({ test }: { readonly test: Test }) {
  const words = useFormWords();
  const { name, status, message, failureClass, cause, remediation, durationMs } = test;
  return (
    <li>
      <div class="row-head">
        <Status state={status} />
        <span class="row-title">{name}</span>
        {failureClass && <span class="tag">{failureClass}</span>}
        {durationMs !== undefined && status !== 'skipped' && <span class="fine push">{durationMs} ms</span>}
      </div>
      {message && <p>{words(message)}</p>}
      {cause?.code && <p class="fine">Platform code {cause.code}</p>}
      {remediation && remediation.statements.length > 0 && <Remedy remediation={remediation} />}
    </li>
  );
}
