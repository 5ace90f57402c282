/**
 * The process of {@link file://./few-descriptors.test.ts}, which has few file descriptors. It sends one request to each port among its
 * arguments, then opens files until no descriptor is free, and sends requests to an address and to names. It prints the outcomes as JSON.
 */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { createSystemClock } from '../../src/adapters/system-clock.ts';
import { createUndiciTransport } from '../../src/adapters/undici-transport/create-undici-transport.ts';
import { createHostResolver } from '../../src/adapters/undici-transport/host-resolver.ts';
import type { HttpTransport, TransportOutcome } from '../../src/ports/http-transport.ts';
import { createAddressGuard } from '../../src/security/address-guard/address-guard.ts';

const ports = process.argv.slice(2);
const clock = createSystemClock();
const options = {
  guard: createAddressGuard({ allow: [{ cidr: '127.0.0.0/8' }] }),
  clock,
  // No query leaves the machine. The operating system's resolver fails in this way without a descriptor, too.
  resolveHost: createHostResolver({ clock, servers: ['127.0.0.1:9'], queryTimeoutMs: 100, systemLookup: notFound }),
};
const keeping = createUndiciTransport(options);
/** Keeps no connection that it could close for another one. */
const single = createUndiciTransport({ ...options, keepAliveMs: 0 });

async function notFound(name: string): Promise<never> {
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
}

async function send(transport: HttpTransport, origin: string): Promise<TransportOutcome> {
  const body = Buffer.from('{}');
  const request = {
    url: `${origin}/`,
    method: 'POST',
    headers: {},
    body,
    deadlineMs: 20_000,
    responseLimit: 100,
  } as const;
  const outcome = await transport.send(request, new AbortController().signal);
  // undici leaves a connection alone for a turn of the event loop before it uses it again.
  await new Promise((resolve) => setImmediate(resolve));
  return outcome;
}

function takeAllDescriptors(): readonly number[] {
  const taken: number[] = [];
  for (;;) {
    try {
      taken.push(openSync(devNull, 'r'));
    } catch {
      return taken;
    }
  }
}

function summaryOf(outcome: TransportOutcome) {
  return outcome.kind === 'response' ? outcome.statusCode : `${outcome.phase} ${outcome.code}`;
}

const [first] = ports;
const sent: unknown[] = [];
for (const port of ports) sent.push(summaryOf(await send(keeping, `http://127.0.0.1:${port}`)));
await keeping.close();
/** Sends to an address, and to a name that was not looked up before. */
const sendWithName = async (name: string): Promise<readonly unknown[]> => [
  summaryOf(await send(single, `http://127.0.0.1:${first}`)),
  summaryOf(await send(single, `http://${name}:${first}`)),
];
const before = await sendWithName('before.invalid');
const taken = takeAllDescriptors();
const full = await sendWithName('full.invalid');
for (const descriptor of taken) closeSync(descriptor);
const after = await sendWithName('after.invalid');
await single.close();
process.stdout.write(JSON.stringify({ sent, before, full, after }));
