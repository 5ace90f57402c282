import type { EventLoopUtilization } from 'node:perf_hooks';
import type { Answers } from '../exchanges.ts';

/** The frameworks that requests are measured in. */
export const FRAMEWORKS = ['express', 'koa'] as const;

export type Framework = (typeof FRAMEWORKS)[number];

/** What the parent tells a server process to serve: the library, or a bare handler that answers as the library did. */
export type ServerOrder =
  | { readonly serve: 'portcullis'; readonly framework: Framework }
  | { readonly serve: 'bare'; readonly framework: Framework; readonly key: string; readonly answers: Answers };

/** What a server process says when it listens. */
export interface ServerReady {
  readonly port: number;
  /** The API key that it knows. */
  readonly key: string;
}

/** What a server process has spent since its start; asked for with the message `usage`. */
export interface ServerUsage {
  readonly cpuMicros: number;
  readonly eventLoop: EventLoopUtilization;
}
