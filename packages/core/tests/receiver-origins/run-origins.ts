import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createFakeClock } from '@portcullis/testing';
import { createMemoryStore } from '../../src/adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../../src/adapters/static-secret-keys.ts';
import { createUndiciTransport } from '../../src/adapters/undici-transport/create-undici-transport.ts';
import { createPortcullis } from '../../src/create-portcullis.ts';
import type { Row } from '../../src/ports/store/tables.ts';
import { createAddressGuard } from '../../src/security/address-guard/address-guard.ts';

/** A receiver of one kind, and its action for a request. */
const KINDS = {
  silent: () => {},
  reset: (socket: Socket) => void socket.resetAndDestroy(),
  closes: (socket: Socket) => void socket.end(),
  unavailable: (socket: Socket) => void socket.write('HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n'),
  unknown: (socket: Socket) => void socket.write('HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n'),
} as const;

/** The kind of a receiver. */
type OriginKind = keyof typeof KINDS;

/** The state after deliveries to receivers with faults. */
export interface OriginsEnd {
  /** The attempts at each receiver, in order. */
  readonly attempts: readonly { readonly kind: OriginKind; readonly made: readonly Row<'attempts'>[] }[];
  readonly statuses: readonly string[];
  /** Open connections of receivers after the instance was closed. */
  readonly openSockets: number;
  /** The growth of the memory in use, in bytes. */
  readonly grownBytes: number;
}

const ALLOW = [{ cidr: '127.0.0.1/32' }];
const CONTEXT = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };
/** Webhooks in one request, up to the default limit. */
const PER_REQUEST = 100;
/** Real milliseconds for the immediate actions of a receiver. */
const TIMEOUT_MS = 60_000;

/**
 * Delivers one notification to receivers with faults, each with a separate origin, until every delivery is given up.
 * All options and settings are the defaults. The time is that of a fake clock, and connections are real.
 */
export async function runOrigins(count: number): Promise<OriginsEnd> {
  const kinds = Object.keys(KINDS) as OriginKind[];
  const receivers = await Promise.all(
    Array.from({ length: count }, (_, each) => listen(kinds[each % kinds.length] as OriginKind)),
  );
  const clock = createFakeClock();
  const store = createMemoryStore();
  const portcullis = await createPortcullis({
    plugins: [],
    store,
    clock,
    transport: createUndiciTransport({ clock, guard: createAddressGuard({ allow: ALLOW }) }),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    webhooks: { allow: ALLOW },
  });
  for (let from = 0; from < count; from += PER_REQUEST) {
    await portcullis.webhooks.create(CONTEXT, {
      webhooks: receivers.slice(from, from + PER_REQUEST).map(({ kind, port }) => ({
        name: kind,
        url: `http://127.0.0.1:${port}/`,
        global: true,
        notificationType: ['tagCreated'],
        actionType: null,
      })),
    });
  }
  const before = memoryInUse();
  await portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } });
  const hanging = (): number => receivers.reduce((sum, receiver) => sum + receiver.hanging(), 0);
  let busySince = performance.now();
  while ((await store.count('deliveries', { status: { in: ['pending', 'leased'] } })) > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    const { node } = await portcullis.tenants.stats();
    const isBusy = node.inFlight > hanging();
    if (isBusy && performance.now() - busySince < TIMEOUT_MS) {
      await wait(1);
      continue;
    }
    clock.advanceToNext();
    busySince = performance.now();
  }
  const deliveries = await store.find('deliveries');
  const rows = Map.groupBy(await store.find('attempts'), ({ webhookId }) => webhookId);
  const attempts = receivers.map(({ kind }, each) => ({ kind, made: rows.get(each + 1) ?? [] }));
  const grownBytes = memoryInUse() - before;
  await portcullis.close();
  const openSockets = await leftOpen(receivers);
  await Promise.all(receivers.map(({ close }) => close()));
  return { attempts, statuses: deliveries.map(({ status }) => status), openSockets, grownBytes };
}

interface Origin {
  readonly kind: OriginKind;
  readonly port: number;
  /** Requests that it has received and not answered. */
  hanging(): number;
  open(): number;
  close(): Promise<void>;
}

async function listen(kind: OriginKind): Promise<Origin> {
  const sockets = new Set<Socket>();
  const asked = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      asked.delete(socket);
    });
    socket.on('data', () => {
      if (kind === 'silent') asked.add(socket);
      KINDS[kind](socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    kind,
    port: (server.address() as AddressInfo).port,
    hanging: () => asked.size,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function leftOpen(receivers: readonly Origin[]): Promise<number> {
  const count = (): number => receivers.reduce((sum, receiver) => sum + receiver.open(), 0);
  const deadline = performance.now() + TIMEOUT_MS;
  while (count() > 0 && performance.now() < deadline) await wait(5);
  return count();
}

/** Bytes in use, after a garbage collection if the process can request one. */
function memoryInUse(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
