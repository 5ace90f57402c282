import { findNginx, startNginxReceiver } from './nginx-receiver.ts';
import { startNodeReceiver } from './node-receiver.ts';
import type { Receiver } from './receiver.ts';

/** Starts the receiver of all contenders: nginx if it is installed, otherwise a bare Node server. */
export async function startReceiver(endpoints: number): Promise<Receiver> {
  const nginx = findNginx();
  return nginx
    ? startNginxReceiver(nginx, endpoints)
    : startNodeReceiver({ endpoints, silent: false, attentive: false });
}
