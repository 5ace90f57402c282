import { randomKey } from './random-key.ts';

/** The Idempotency-Key of a request that a user may repeat. */
export interface RequestKey {
  /**
   * Sends a request with a key. The key stays the same until this body has succeeded: after a lost response, a repetition gets that
   * response and does nothing twice.
   */
  send<Response>(body: object, send: (key: string) => Promise<Response>): Promise<Response>;
}

/** Creates the key of a form. */
export function createRequestKey(): RequestKey {
  let held: { readonly request: string; readonly key: string } | undefined;
  return {
    async send(body, send) {
      const request = JSON.stringify(body);
      if (held?.request !== request) held = { request, key: randomKey() };
      const response = await send(held.key);
      held = undefined;
      return response;
    },
  };
}
