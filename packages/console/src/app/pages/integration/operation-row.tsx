import type { Operation } from '@portcullis/client';
import { Status } from '../../components/status.tsx';
import { Tests } from '../../components/tests.tsx';
import { Time } from '../../components/time.tsx';
import { OperationFailure } from '../../progress/operation-failure.tsx';
import { statementCount } from '../../progress/statement-count.ts';
import { Statements } from '../../progress/statements.tsx';

/** An operation with its journal. */
export function OperationRow({ operation }: { readonly operation: Operation }) {
  const { id, kind, status, startedAt, durationMs, journal, validationResults, error, leftovers = [] } = operation;
  return (
    <li>
      <details>
        <summary>
          <Status state={status} />
          <span class="row-title">
            {kind} <span class="fine">#{id}</span>
          </span>
          <span class="reason">
            <Time at={startedAt} />
            {durationMs !== undefined && ` · ${(durationMs / 1000).toFixed(1)} s`} · {statementCount(journal.length)}
          </span>
        </summary>
        {error && <OperationFailure error={error} leftovers={leftovers} />}
        <Statements statements={journal} />
        {validationResults && (
          <details>
            <summary>Tests before it</summary>
            <Tests results={validationResults} />
          </details>
        )}
      </details>
    </li>
  );
}
