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
export type ObservationResult = Omit<Observation, 'key'>;

/** Observes one object. */
export type Observer = (request: ObservationRequest) => Promise<ObservationResult>;

/** The object does not exist; the account would see it. */
export const ABSENT: ObservationResult = { state: 'absent' };

/** The account cannot see the object. */
export const UNKNOWN: ObservationResult = { state: 'unknown' };
