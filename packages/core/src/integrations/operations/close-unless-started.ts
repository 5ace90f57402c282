import type { OperationContext } from '../context/operation-context.ts';

/**
 * Plans an operation, and starts it unless the request is a dry run. A started operation uses the sessions of its context, and closes
 * them at its end. After a dry run, a refusal or a failure they are closed here.
 */
export async function closeUnlessStarted<Response>(
  { sessions }: Pick<OperationContext, 'sessions'>,
  { dryRun = false }: { readonly dryRun?: boolean },
  planAndStart: () => Promise<Response>,
): Promise<Response> {
  let isStarted = false;
  try {
    const response = await planAndStart();
    isStarted = !dryRun;
    return response;
  } finally {
    if (!isStarted) await sessions.close();
  }
}
