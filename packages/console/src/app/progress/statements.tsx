import { Code } from '../components/code.tsx';
import { Status } from '../components/status.tsx';
import type { Statement } from './progress-state.ts';

/** The statements of a journal, in the order in which they ran. */
export function Statements({ statements }: { readonly statements: readonly Statement[] }) {
  if (statements.length === 0) return <p class="fine">No statement ran.</p>;
  return (
    <ol class="steps">
      {statements.map((statement) => (
        <li key={`${statement.direction} ${statement.position}`}>
          <details>
            <summary>
              <Status state={statement.status} />
              <span class={`verb ${statement.action}`}>
                {statement.direction === 'compensation' ? 'undo' : statement.action}
              </span>
              <span class="row-title">
                {statement.object.kind} <code>{statement.object.name}</code>
              </span>
              {statement.durationMs !== undefined && <span class="fine push">{statement.durationMs} ms</span>}
            </summary>
            <Code title="Statement" text={statement.statement} />
          </details>
        </li>
      ))}
    </ol>
  );
}
