import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { explainError, type Issue } from '../service/explain-error.ts';
import { useFormWords } from '../words/form-words-context.tsx';
import { Tests } from './tests.tsx';

interface FailureProps {
  readonly error: unknown;
  /** The issues that are not shown at fields. @default all issues */
  readonly issues?: readonly Issue[];
  readonly children?: ComponentChildren;
}

/** A notice that states the failure and its remedy. It takes the focus when it appears, so that users do not miss it. */
export function Failure({ error, issues, children }: FailureProps) {
  const notice = useRef<HTMLDivElement>(null);
  const words = useFormWords();
  useEffect(() => {
    if (error !== undefined) notice.current?.focus();
  }, [error]);
  if (error === undefined) return null;
  const explanation = explainError(error);
  const shown = issues ?? explanation.issues;
  const isListed = explanation.issues.length > 0;
  return (
    <div class="notice bad" role="alert" tabIndex={-1} ref={notice}>
      <strong>{explanation.title}</strong>
      {!isListed && explanation.message && <p>{words(explanation.message)}</p>}
      {isListed && shown.length > 0 && (
        <ul>
          {shown.map(({ path, message }) => (
            <li key={path}>
              {words(path)} {words(message)}
            </li>
          ))}
        </ul>
      )}
      {isListed && shown.length < explanation.issues.length && <p>The fields below say what is wrong.</p>}
      {explanation.help && <p>{explanation.help}</p>}
      {explanation.requestId && <p class="fine">Request {explanation.requestId}</p>}
      {explanation.validationResults && <Tests results={explanation.validationResults} />}
      {children && <div class="actions">{children}</div>}
    </div>
  );
}
