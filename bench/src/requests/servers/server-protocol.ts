import type { EventLoopUtilization } from 'node:perf_hooks';
import type { ScriptedResponses } from '../exchanges.ts';

/** The frameworks in which requests are measured. */
export const FRAMEWORKS = ['express', 'koa'] as const;

export type Framework = (typeof FRAMEWORKS)[number];

/**
 * The order from the parent to a server process: serve the library, or serve a bare handler with the same responses.
 */
export type ServerOrder =
  | {
      readonly serve: 'portcullis';
      readonly framework: Framework;
      /** The folder of the checkout whose packages are measured. @default this one */
      readonly checkout?: string;
    }
  | {
      readonly serve: 'bare';
      readonly framework: Framework;
      readonly key: string;
      readonly responses: ScriptedResponses;
    };

/** The message that a server process sends when it listens. */
export interface ServerReady {
  readonly port: number;
  /** The API key that the server accepts. */
  readonly key: string;
}

/** The resources that a server process has used since its start. The message `usage` requests them. */
export interface ServerUsage {
  readonly cpuMicros: number;
  readonly eventLoop: EventLoopUtilization;
}

/** The memory of a server process after a garbage collection, in bytes. The message `memory` requests it. */
export interface ServerMemory {
  /** Objects and buffers. */
  readonly heap: number;
  readonly rss: number;
}
