import type { HttpRequest } from '@portcullis/plugin-network';
import type { LoadSender } from '../../src/connection/sender.ts';

/** Creates a sender without a connection, which records requests and returns one response. */
export function scriptedSender(status: number, body: unknown): { send: LoadSender; requests: HttpRequest[] } {
  const requests: HttpRequest[] = [];
  const send = async (request: HttpRequest) => {
    requests.push(request);
    return { status, headers: {}, body };
  };
  return { send: async () => Object.assign(send, { close: async () => {} }), requests };
}
