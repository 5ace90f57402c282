import { Webhook } from 'standardwebhooks';
import type { ContenderName } from '../contenders/contender.ts';
import { BODY_BYTES, SECRET } from '../contenders/deliveries.ts';
import type { KeptRequest } from '../receivers/node-receiver.ts';
import { checkReceived } from './check-received.ts';
import type { Bench } from './scenario.ts';
import { withContender } from './with-contender.ts';

const SAMPLE = 20;
/** Bytes that the size of a body may differ: ids have more or fewer digits. */
const TOLERANCE = 8;

/**
 * Makes each contender send some deliveries to a receiver that checks their signature, their size, and that each
 * arrives once.
 */
export async function checkSignatures(bench: Bench, contenders: readonly ContenderName[]): Promise<void> {
  for (const contender of contenders) {
    const receiver = await bench.startNodeReceiver({ endpoints: 2, silent: false, attentive: true });
    await withContender(
      { ...bench, processes: { ...bench.processes, profileFolder: undefined } },
      { contender, urls: receiver.urls },
      async (running) => {
        await running.fill(SAMPLE, 'this process');
        await running.drain();
        await checkReceived(bench, receiver, { deliveries: SAMPLE, what: contender });
      },
    );
    for (const request of await receiver.requests()) {
      const fault = faultOf(request);
      if (fault !== undefined) bench.problem(`${contender}: ${fault}`);
    }
    await receiver.stop();
  }
}

/** Returns the fault of a request; undefined when the request is correct. */
export function faultOf({ headers, body }: KeptRequest): string | undefined {
  const bytes = Buffer.byteLength(body);
  if (Math.abs(bytes - BODY_BYTES) > TOLERANCE) return `a body has ${bytes} bytes instead of ${BODY_BYTES}.`;
  try {
    new Webhook(SECRET).verify(body, { ...headers });
    return undefined;
  } catch (error) {
    return `a signature does not verify: ${String(error)}`;
  }
}
