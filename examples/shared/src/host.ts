import type { RequestListener } from 'node:http';
import type { AllowedAddress, Logger, Portcullis } from '@portcullis/core';
import type { SharedNodes } from './nodes/shared-nodes.ts';

/** A host application with the library in it. */
export interface Host {
  readonly portcullis: Portcullis;
  readonly listener: RequestListener;
}

/** Options of an example host. */
export interface HostOptions {
  /** Path of the SQLite file. */
  readonly storeFile: string;
  /** 32 bytes in Base64 that seal secrets at rest. */
  readonly secretKey: string;
  /** Private addresses to which webhooks may be sent. */
  readonly allow: readonly AllowedAddress[];
  /** The only port of this machine to which integrations may connect. */
  readonly targetPort: number;
  /** True if a separate thread delivers. */
  readonly deliverInThread?: boolean;
  /** The shared database of several nodes of this host. Without it, each node has its own SQLite file. */
  readonly nodes?: SharedNodes;
  readonly logger?: Logger;
}

/** Creates the host application of an example. */
export type CreateHost = (options: HostOptions) => Promise<Host>;
