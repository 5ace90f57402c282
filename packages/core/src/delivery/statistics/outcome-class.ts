import type { Row } from '../../ports/store/tables.ts';
import { hasNoPublicAddress } from '../attempt/no-public-address.ts';

/** The outcomes of an attempt that statistics distinguish: a success, and the classes of failures. */
export const OUTCOME_CLASSES = [
  /** The receiver responded with 2xx. */
  'succeeded',
  /** The receiver responded with 3xx. */
  'redirected',
  /** The receiver responded with 4xx. */
  'refused',
  /** The receiver responded with 5xx. */
  'receiverError',
  /** The name does not exist, or its address is not permitted. The two are not distinguished: see `hasNoPublicAddress`. */
  'noPublicAddress',
  /** No connection: name lookup, proxy, connection or TLS. */
  'noConnection',
  /** A connection, but no complete response before the deadline. */
  'noResponse',
  /** The process died before the outcome was known. */
  'interrupted',
] as const;

/** An outcome of an attempt. */
export type OutcomeClass = (typeof OUTCOME_CLASSES)[number];

/** The columns of a history record that determine its outcome class. */
export type OutcomeColumns = Pick<Row<'attempts'>, 'succeeded' | 'statusCode' | 'errorCode' | 'errorPhase'>;

const SENT_PHASES: ReadonlySet<string> = new Set(['write', 'headers', 'body']);

/** Returns the outcome class of a history record. */
export function outcomeClassOf({ succeeded, statusCode, errorCode, errorPhase }: OutcomeColumns): OutcomeClass {
  if (succeeded) return 'succeeded';
  if (errorPhase === null) return classOfStatus(statusCode);
  if (errorPhase === 'interrupted') return 'interrupted';
  if (hasNoPublicAddress({ code: errorCode, phase: errorPhase })) return 'noPublicAddress';
  return SENT_PHASES.has(errorPhase) ? 'noResponse' : 'noConnection';
}

function classOfStatus(statusCode: number): OutcomeClass {
  if (statusCode >= 500) return 'receiverError';
  return statusCode >= 400 ? 'refused' : 'redirected';
}
