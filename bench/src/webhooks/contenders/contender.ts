import type { Svix } from '../services/start-svix.ts';

/** A measured implementation of webhook deliveries: the library, or an alternative. */
export interface Contender {
  /** Puts deliveries in line, evenly over the endpoints. Called while nothing is sent. */
  fill(count: number): Promise<void>;
  /** Starts to send queued and new deliveries. */
  begin(): Promise<void>;
  /** Ceases to send. */
  halt(): Promise<void>;
  /** Puts the delivery of a number in line, and perhaps some that follow it; resolves when that is committed. */
  publish(number: number, count?: number): Promise<void>;
  /** Puts one delivery to each endpoint in line, together; resolves when these are committed. Absent: without a store. */
  publishToAll?(notification: number): Promise<void>;
  /** False if the contender does not report the end of deliveries: only the receiver knows of it. @default true */
  readonly reportsEnd?: boolean;
  /** The number of operations on the store, where they are counted. */
  readonly operations?: number;
  close(): Promise<void>;
}

/** The configuration of a contender. */
export interface ContenderOrder {
  readonly contender: ContenderName;
  /** Where the endpoints are; the index is their number. */
  readonly urls: readonly string[];
  /** Milliseconds an attempt may take. */
  readonly deadlineMs: number;
  /** Maximum number of concurrent deliveries, if a contender has no own number. @default that of the contender */
  readonly concurrency?: number;
  /** Option of the library: concurrent deliveries to one endpoint. @default the library's default */
  readonly concurrencyPerEndpoint?: number;
  /** Of the library on SQLite: true if a separate thread delivers. */
  readonly threaded?: boolean;
  /** Option of the library: counts the calls of its store. */
  readonly metered?: boolean;
  /** Of the library: true if every webhook subscribes to a shared kind, too. */
  readonly fanOut?: boolean;
  /** Of BullMQ: whether jobs stay when they are done, and Redis responds when a write is on the disk, as the library does. */
  readonly keepsAll?: boolean;
  /** Of the library: the tenant of each endpoint, by its number. @default all endpoints are of the default tenant */
  readonly tenants?: readonly string[];
  /** Of the library: deliveries of one tenant in progress at once. @default no limit */
  readonly concurrentDeliveries?: number;
  /** Of the library on SQLite and bare undici: connections to receivers with https. @default undici's own */
  readonly tls?: TlsOrder;
  /** Of the library: the folder of the checkout whose packages are measured. @default this one */
  readonly checkout?: string;
  /** The server of Svix, for its contender. */
  readonly svix?: Svix;
  /** A folder for files. */
  readonly folder: string;
  /** Connection strings of the servers that are there. */
  readonly redis?: string | undefined;
  readonly postgres?: string | undefined;
}

/** The connections to receivers whose names all belong to this machine. */
export interface TlsOrder {
  /** The certificate authority of the receivers. */
  readonly ca: string;
  /** `new`: each request has its own connection. */
  readonly connections: 'kept' | 'new';
  /** Of bare undici. @default HTTP/1.1 */
  readonly http2?: boolean;
}

/** The contenders and their titles in the tables. */
export const CONTENDER_TITLES = {
  bare: 'bare undici, nothing stored',
  'portcullis-sqlite': 'Portcullis, SQLite',
  'portcullis-postgres': 'Portcullis, PostgreSQL',
  'bullmq-fetch': 'BullMQ + fetch',
  'bullmq-undici': 'BullMQ + undici',
  'pg-boss': 'pg-boss + undici',
  'graphile-worker': 'graphile-worker + undici',
  svix: 'Svix',
} as const;

/** The name of a contender. */
export type ContenderName = keyof typeof CONTENDER_TITLES;

/** Told by a contender that a delivery to an endpoint has ended well, after that is recorded. */
export type Ended = (endpoint: number) => void;
