import type { ComponentChildren } from 'preact';
import type { Loaded } from '../service/use-load.ts';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';

interface LoadingProps<Value> {
  readonly of: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** What was loaded; until then that it is being loaded, or why it could not be. What is old stays while something newer fails. */
export function Loading<Value>({ of, children }: LoadingProps<Value>) {
  return (
    <>
      {of.error !== undefined && (
        <Failure error={of.error}>
          <Button isBusy={of.isLoading} onClick={() => void of.reload()}>
            Try again
          </Button>
        </Failure>
      )}
      {of.value === undefined && of.error === undefined && (
        <p class="fine" role="status">
          Loading…
        </p>
      )}
      {of.value !== undefined && children(of.value)}
    </>
  );
}
