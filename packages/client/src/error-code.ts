import type { Error as ErrorBody } from './generated/types.gen.ts';

/** The codes of the service. Newer services may answer others. Source: OpenAPI document, schema "Error". */
export type ServiceErrorCode = NonNullable<ErrorBody['code']>;

/** The codes of this package, for calls that ended without an answer of the service. */
export const CLIENT_ERROR_CODES = {
  KEY_FORM: {
    when: 'The function that the client got as key returned something other than an API key. Nothing was sent.',
    help: 'Return an API key, which begins with pck_. What a host with its own authenticator takes goes into the option token.',
  },
  UNREACHABLE: {
    when: 'There was no connection, or it broke before the answer was whole.',
    help: 'Check baseUrl and the network. What was asked for may have been done: look before you repeat a change.',
  },
  TIMED_OUT: {
    when: 'There was no answer within timeoutMs.',
    help: 'What was asked for may be under way: read its status, then repeat or raise timeoutMs.',
  },
  NOT_PORTCULLIS: {
    when: 'Something else answered, such as a proxy or a sign-in page.',
    help: 'Check baseUrl, with the path under which the host serves the API, and what stands in between.',
  },
} as const satisfies Readonly<Record<string, { readonly when: string; readonly help: string }>>;

/** A code of {@link CLIENT_ERROR_CODES}. */
export type ClientErrorCode = keyof typeof CLIENT_ERROR_CODES;

/** Every code of a {@link PortcullisError}. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode;
