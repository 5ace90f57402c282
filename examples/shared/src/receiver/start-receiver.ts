import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AllowedAddress } from '@portcullis/core';
import { closeServer } from '../lifetime/close-server.ts';
import { listen } from '../lifetime/listen.ts';
import type { Delivery } from './delivery.ts';
import { verifyDelivery } from './verify-delivery.ts';

/** A receiver of webhooks on 127.0.0.1. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** The secret that webhooks must be registered with, so that the receiver accepts their deliveries. */
  readonly secret: string;
  /** The exception that lets the service deliver here. Other private addresses are refused. */
  readonly allow: AllowedAddress;
  close(): Promise<void>;
}

/** Options of {@link startReceiver}. */
export interface ReceiverOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** `whsec_` and Base64. */
  readonly secret: string;
  onDelivery(delivery: Delivery): void;
}

/** Starts a receiver that returns 200 for requests with a correct signature, and 401 for all others. */
export async function startReceiver({ port: requested, secret, onDelivery }: ReceiverOptions): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    try {
      const delivery = verifyDelivery(secret, request.headers, await buffer(request));
      onDelivery(delivery);
      response.writeHead(delivery.verified ? 200 : 401).end();
    } catch {
      response.destroy();
    }
  });
  const port = await listen(server, requested);
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    secret,
    allow: { cidr: '127.0.0.1/32', port },
    close: () => closeServer(server),
  };
}
