import type { Svix } from '../services/start-svix.ts';

/** A measured implementation of webhook deliveries: the library, or an alternative. */
export interface Contender {
  /** Queues deliveries, evenly over the endpoints. Called while delivery is stopped. */
  fill(count: number): Promise<void>;
  /** Starts to send queued and new deliveries. */
  begin(): Promise<void>;
  /** Stops sending. */
  halt(): Promise<void>;
  /** Queues the delivery of a number, and optionally some that follow it. Resolves on commit. */
  publish(number: number, count?: number): Promise<void>;
  /**
   * Queues one delivery to each endpoint, in one transaction. Resolves on commit. Absent in a contender without a
   * store.
   */
  publishToAll?(notification: number): Promise<void>;
  /**
   * False if the contender does not report the end of deliveries, which then only the receiver observes. @default true
   */
  readonly reportsEnd?: boolean;
  /** Serves the HTTP interface of the library until sending stops. Absent in contenders without one. */
  serveApi?(): Promise<ApiAddress>;
  /** The number of operations on the store, if they are counted. */
  readonly operations?: number;
  close(): Promise<void>;
}

/** The address of the HTTP interface of the library. */
export interface ApiAddress {
  readonly origin: string;
  /** The ids of the webhooks, by endpoint. */
  readonly webhookIds: readonly number[];
}

/** The header of a request that names its tenant. Only this benchmark trusts a caller in this way. */
export const TENANT_HEADER = 'x-bench-tenant';

/** The configuration of a contender. */
export interface ContenderOrder {
  readonly contender: ContenderName;
  /** The URLs of the endpoints. The index is the endpoint's number. */
  readonly urls: readonly string[];
  /** Maximum milliseconds of an attempt. */
  readonly deadlineMs: number;
  /**
   * Maximum number of concurrent deliveries, for contenders without a number of their own. @default that of the
   * contender
   */
  readonly concurrency?: number;
  /** Option of the library: concurrent deliveries to one endpoint. @default the library's default */
  readonly concurrencyPerEndpoint?: number;
  /** Option of the library on SQLite or PostgreSQL: true if a separate thread delivers. */
  readonly threaded?: boolean;
  /** Option of the library: counts the calls of its store. */
  readonly metered?: boolean;
  /** Option of the library: true if every webhook also subscribes to a shared kind. */
  readonly fanOut?: boolean;
  /**
   * Option of BullMQ: true if finished jobs are kept and Redis responds after each write is on the disk, as the library
   * does.
   */
  readonly keepsAll?: boolean;
  /**
   * Option of the library: the tenant of each endpoint, by its number. @default all endpoints belong to the default
   * tenant
   */
  readonly tenants?: readonly string[];
  /**
   * Option of the library: the tenant that gets the filled deliveries; its endpoints come first. @default all endpoints
   * get them
   */
  readonly busyTenant?: string;
  /**
   * Option of the library: the number of successive endpoints with the same kind. A notification goes to all of them.
   * @default 1
   */
  readonly endpointsPerKind?: number;
  /** Option of the library: maximum number of concurrent deliveries of one tenant. @default no limit */
  readonly concurrentDeliveries?: number;
  /** Option of the library on SQLite and of bare undici: connections to receivers with https. @default undici's own */
  readonly tls?: TlsOrder;
  /** Option of the library: the folder of the checkout whose packages are measured. @default this one */
  readonly checkout?: string;
  /** The server of Svix, for its contender. */
  readonly svix?: Svix;
  /** A folder for files. */
  readonly folder: string;
  /** Connection strings of the available servers. */
  readonly redis?: string | undefined;
  readonly postgres?: string | undefined;
  readonly mariadb?: string | undefined;
}

/** The connections to receivers, whose names all resolve to this machine. */
export interface TlsOrder {
  /** The certificate authority of the receivers. */
  readonly ca: string;
  /** `new`: each request has its own connection. */
  readonly connections: 'kept' | 'new';
  /** Option of bare undici. @default HTTP/1.1 */
  readonly http2?: boolean;
}

/** The contenders and their titles in the tables. */
export const CONTENDER_TITLES = {
  bare: 'bare undici, nothing stored',
  'portcullis-sqlite': 'Portcullis, SQLite',
  'portcullis-postgres': 'Portcullis, PostgreSQL',
  'portcullis-mariadb': 'Portcullis, MariaDB',
  'bullmq-fetch': 'BullMQ + fetch',
  'bullmq-undici': 'BullMQ + undici',
  'pg-boss': 'pg-boss + undici',
  'graphile-worker': 'graphile-worker + undici',
  svix: 'Svix',
} as const;

/** The name of a contender. */
export type ContenderName = keyof typeof CONTENDER_TITLES;

/** Called by a contender when a delivery to an endpoint has succeeded and is recorded. */
export type Ended = (endpoint: number) => void;
