/** The result of a part on a runtime. */
export type RuntimeResult = 'works' | FailingPart;

/** A part that does not run. */
interface FailingPart {
  /** A text in the error, by which the suite recognises the reason. */
  readonly error: string;
  /** The reason, for the guide. */
  readonly reason: string;
}

/** A part of Portcullis with its results. */
interface RuntimePart {
  /** The name in the guide. */
  readonly name: string;
  readonly bun: RuntimeResult;
  readonly deno: RuntimeResult;
}

const works = { bun: 'works', deno: 'works' } as const;

/**
 * Every part that the suite runs, with its result on each runtime. The guide "Bun and Deno" has the same table, and the suite fails if a
 * result is another one.
 */
export const RUNTIME_PARTS = {
  memoryStore: { name: 'Store in memory, with the Snowflake plugin on a simulated platform', ...works },
  sqliteStore: { name: 'SQLite store (`node:sqlite`)', ...works },
  sqliteLock: { name: 'SQLite store: the lock against a second store', ...works },
  postgresStore: { name: 'PostgreSQL store (`pg`)', ...works },
  httpHandler: { name: 'HTTP handler in the server of the runtime', ...works },
  eventStream: { name: 'HTTP handler: live progress as an event stream', ...works },
  client: { name: 'Client package', ...works },
  signature: { name: 'Verification of webhook signatures', ...works },
  delivery: { name: 'Delivery of webhooks', ...works },
  deliveryTls: { name: 'Delivery over TLS, with the certificate of the receiver checked', ...works },
  addressGuard: { name: 'Address guard: refused addresses get no connection', ...works },
  pinnedAddress: { name: 'Address guard: the connection goes to the checked address', ...works },
  pluginNetwork: { name: 'Address guard and proxies of plugins (`@portcullis/plugin-network`)', ...works },
  deliveryThread: { name: 'Deliveries in a thread', ...works },
  threadMemory: {
    name: 'Deliveries in a thread: the memory limit `resourceLimits`',
    ...works,
    bun: { error: 'The thread exceeded its memory limit.', reason: 'Bun ignores the limits of a thread.' },
  },
  tracing: { name: 'Tracing channels', ...works },
} as const satisfies Readonly<Record<string, RuntimePart>>;

export type RuntimePartId = keyof typeof RUNTIME_PARTS;
