/** Runs every part on the runtime that runs this file. Each line of the output is the result of a part, as JSON. */
import {
  checkDelivery,
  connectToCheckedAddress,
  deliver,
  deliverOverTls,
  refuseAddresses,
  sendFromPlugin,
  verifySignature,
} from './delivery-parts.ts';
import { handleRequests, streamEvents, useClient } from './http-parts.ts';
import { liveIntegration } from './integration-life.ts';
import { withInstance } from './open-instance.ts';
import type { RuntimePartId } from './runtime-parts.ts';
import { deliverInThread, lockSqlite, usePostgres, useSqlite } from './store-parts.ts';
import { limitThread, traceOperations } from './thread-parts.ts';

const RUNS: Readonly<Record<RuntimePartId, () => Promise<unknown>>> = {
  memoryStore: () => withInstance(liveIntegration),
  sqliteStore: useSqlite,
  sqliteLock: lockSqlite,
  postgresStore: usePostgres,
  httpHandler: handleRequests,
  eventStream: streamEvents,
  client: useClient,
  signature: verifySignature,
  delivery: () => withInstance(async (portcullis) => checkDelivery(await deliver(portcullis))),
  deliveryTls: deliverOverTls,
  addressGuard: refuseAddresses,
  pinnedAddress: connectToCheckedAddress,
  pluginNetwork: sendFromPlugin,
  deliveryThread: deliverInThread,
  threadMemory: limitThread,
  tracing: traceOperations,
};

/** Milliseconds after which a part counts as hanging. */
const LIMIT_MS = 60_000;

const only = process.argv[2];

for (const [part, run] of Object.entries(RUNS)) {
  if (only && only !== part) continue;
  const start = performance.now();
  const hanging = Promise.withResolvers<never>();
  const limit = setTimeout(() => hanging.reject(new Error(`No end after ${LIMIT_MS} ms.`)), LIMIT_MS);
  const error = await Promise.race([run(), hanging.promise]).then(
    () => undefined,
    (reason: unknown) => (reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)),
  );
  clearTimeout(limit);
  console.log(JSON.stringify({ part, error, ms: Math.round(performance.now() - start) }));
}
// A part that hangs must not keep the process.
process.exit();
