import type { Portcullis } from '@portcullis/core';
import type { Authenticate } from '@portcullis/http';

/** Options of every host in this folder. */
export interface HostOptions {
  readonly portcullis: Portcullis;
  /** The sessions of the host: returns the signed-in user of a request. */
  readonly authenticate: Authenticate;
  /** 0 for any free port. */
  readonly port: number;
}

/** A host that serves the interface below `/governance`, and one route of the host. */
export interface RunningHost {
  readonly port: number;
  /** Ends streams, finishes running requests and deliveries, and stops the server. */
  close(): Promise<void>;
}

/** Starts a host. */
export type StartHost = (options: HostOptions) => Promise<RunningHost>;
