import type { HttpRequest } from '@portcullis/plugin-network';
import type { LoadSender } from '../../src/connection/sender.ts';

/** A sender that speaks to nothing: it remembers what it is asked, and gives one answer. */
export function scriptedSender(status: number, body: unknown): { send: LoadSender; requests: HttpRequest[] } {
  const requests: HttpRequest[] = [];
  const send = async (request: HttpRequest) => {
    requests.push(request);
    return { status, body };
  };
  return { send: async () => Object.assign(send, { close: async () => {} }), requests };
}
