import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { RedshiftSession } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import type { MarkReader } from './mark-reader.ts';

/** The input for observing one object. */
export interface ObservationRequest {
  readonly session: RedshiftSession;
  readonly engine: Engine;
  readonly object: ObservedObject;
  readonly database: string;
  /** The account that the service signs in with. */
  readonly account: string;
  readonly registry: string;
  readonly marks: MarkReader;
  readonly signal: AbortSignal;
}

/** The result of an observation, without the key. */
export type Seen = Omit<Observation, 'key'>;

/** Looks at one object. */
export type Observer = (request: ObservationRequest) => Promise<Seen>;

/** Nothing there, and we would see it if there were. */
export const ABSENT: Seen = { state: 'absent' };

/** Not visible to this account. */
export const UNKNOWN: Seen = { state: 'unknown' };
