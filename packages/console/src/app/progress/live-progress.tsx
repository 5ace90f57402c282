import { getIntegrationStatus } from '@portcullis/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Status, statusText } from '../components/status.tsx';
import { announce } from '../service/announce.ts';
import { client, handleRefusedKey, streamClient } from '../service/session.ts';
import { follow } from './follow.ts';
import { OperationFailure } from './operation-failure.tsx';
import { applyProgress, INITIAL_PROGRESS, isFinished, type ProgressState, statementsDone } from './progress-state.ts';
import { statementCount } from './statement-count.ts';
import { Statements } from './statements.tsx';

interface LiveProgressProps {
  readonly id: number;
  readonly onFinished: () => void;
}

/** The running operation, live: every statement, and at the end its outcome. */
export function LiveProgress({ id, onFinished }: LiveProgressProps) {
  const [state, setState] = useState<ProgressState>(INITIAL_PROGRESS);
  const [isBroken, setBroken] = useState(false);
  const [ended, setEnded] = useState<string>();
  const finished = useRef(onFinished);
  finished.current = onFinished;

  useEffect(() => {
    const finish = async () => {
      const { status } = await getIntegrationStatus({ client, path: { id } });
      setEnded(status);
      finished.current();
    };
    return follow(streamClient, id, {
      onEvent(event) {
        setBroken(false);
        setState((before) => applyProgress(before, event));
      },
      onDisconnected(error) {
        handleRefusedKey(error);
        setBroken(true);
      },
      onEnd: () => void finish().catch(() => finished.current()),
    });
  }, [id]);

  const { operation, statements, total } = state;
  const done = statementsDone(state);
  const isOver = isFinished(state);
  const status = operation?.status;
  // An operation that ended before the page was opened has its outcome in the snapshot; the stream then waits for the next
  // operation.
  const outcome = ended ?? (isOver ? state.status : undefined);
  useEffect(() => {
    if (operation && status === 'running') announce(`${operation.kind} is running`);
    else if (operation && isOver) {
      announce(`${operation.kind} ${status}`);
      finished.current();
    }
  }, [status, operation?.id]);

  if (!operation && !isBroken) return null;
  return (
    <section class="progress" aria-labelledby="progress-heading">
      <div class="section-head">
        <h2 id="progress-heading">{isOver ? 'Latest operation' : 'Under way'}</h2>
        {operation && <span class="row-title">{operation.kind}</span>}
        {status && <Status state={status} />}
        {outcome && <Status state={outcome} text={`Integration: ${statusText(outcome)}`} />}
      </div>
      {isBroken && (
        <p class="notice warn" role="status">
          The connection to the service was lost. The page reconnects automatically; the operation continues on the
          server.
        </p>
      )}
      {operation && (
        <>
          <div class="meter">
            <progress
              aria-label="Statements done"
              max={Math.max(total, 1)}
              value={isOver && status === 'succeeded' ? Math.max(total, 1) : done}
            />
            <span class="fine">
              {done} of {statementCount(total)}
            </span>
          </div>
          {operation.error && <OperationFailure error={operation.error} leftovers={operation.leftovers ?? []} />}
          <Statements statements={statements} />
        </>
      )}
    </section>
  );
}
