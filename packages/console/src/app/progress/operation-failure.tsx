import type { Operation } from '@portcullis/client';
import { Code } from '../components/code.tsx';
import { Remedy } from '../components/remedy.tsx';
import { useFormWords } from '../words/form-words-context.tsx';

/** The reason of a failed operation, its leftovers and its remedy. */
export function OperationFailure({
  error,
  leftovers,
}: {
  readonly error: NonNullable<Operation['error']>;
  readonly leftovers: readonly string[];
}) {
  const words = useFormWords();
  const { message, cause, statement, object, missing = [], remediation } = error;
  return (
    <div class="notice bad" role="alert">
      <strong>
        {object ? `It failed at ${object.kind} ${object.name}` : 'It failed'} <span class="tag">{error.class}</span>
      </strong>
      <p>{words(message)}</p>
      {cause?.code && <p class="fine">Platform code {cause.code}</p>}
      {statement && <Code title="Refused statement" text={statement} />}
      {missing.length > 0 && <p>It needs {missing.map(({ privilege, on }) => `${privilege} on ${on}`).join(', ')}.</p>}
      {remediation && remediation.statements.length > 0 && <Remedy remediation={remediation} />}
      {leftovers.length > 0 && (
        <>
          <p>Left on the platform:</p>
          <ul>
            {leftovers.map((leftover) => (
              <li key={leftover}>{leftover}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
