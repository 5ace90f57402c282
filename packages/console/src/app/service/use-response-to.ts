import { useState } from 'preact/hooks';

/**
 * A response that is shown only with the body for which it was requested: a user may change the form while the service responds,
 * and must not run a plan or script of earlier entries.
 */
export function useResponseTo<Response>(
  body: object,
): readonly [response: Response | undefined, setResponse: (response: Response | undefined) => void] {
  const request = JSON.stringify(body);
  const [held, setHeld] = useState<{ readonly request: string; readonly response: Response | undefined }>();
  return [
    held?.request === request ? held.response : undefined,
    // An action calls the function of the render in which it began, so the request is its own.
    (response) => setHeld({ request, response }),
  ];
}
