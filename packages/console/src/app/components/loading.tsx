import type { ComponentChildren } from 'preact';
import type { Loaded } from '../service/use-load.ts';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';

interface LoadingProps<Value> {
  readonly of: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/**
 * The loaded value. Until there is one, it shows that loading is in progress, or the reason for the failure. An old value
 * stays visible while a newer load fails.
 */
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
