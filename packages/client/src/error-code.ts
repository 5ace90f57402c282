import type { Error as ErrorBody } from './generated/types.gen.ts';

/** The codes of the service. Newer services may answer others. Source: OpenAPI document, schema "Error". */
export type ServiceErrorCode = NonNullable<ErrorBody['code']>;

/**
 * The codes of this package, for calls that ended without an answer of the service:
 *
 * - `UNREACHABLE`: no connection, or it broke;
 * - `TIMED_OUT`: no answer within `timeoutMs`; what was asked for may be under way;
 * - `NOT_PORTCULLIS`: something else answered, such as a proxy or a sign-in page.
 */
export type ClientErrorCode = 'UNREACHABLE' | 'TIMED_OUT' | 'NOT_PORTCULLIS';

/** Every code of a {@link PortcullisError}. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode;
