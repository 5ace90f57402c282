import type { Error as ErrorBody } from './generated/types.gen.ts';

/** The error codes of the service. Newer services can return others. Source: OpenAPI document, schema "Error". */
export type ServiceErrorCode = NonNullable<ErrorBody['code']>;

/** The codes of this package, for calls without a response of the service. */
export const CLIENT_ERROR_CODES = {
  KEY_FORM: {
    when: 'The function in the option key returned a value that is not an API key. Nothing was sent.',
    help: 'Return an API key, which begins with pck_. For a host with its own authenticator, use the option token.',
  },
  UNREACHABLE: {
    when: 'The connection failed, or was lost before the whole response arrived.',
    help: 'Check baseUrl and the network. The server may have carried out the request: check before you repeat a change.',
  },
  TIMED_OUT: {
    when: 'There was no response within timeoutMs.',
    help: 'The server may still be working on the request: read the status of the integration, then repeat the request or raise timeoutMs.',
  },
  NOT_PORTCULLIS: {
    when: 'Something other than Portcullis responded, such as a proxy or a sign-in page.',
    help: 'Check baseUrl, which includes the path under which the host serves the API, and any proxy in between.',
  },
} as const satisfies Readonly<Record<string, { readonly when: string; readonly help: string }>>;

/** A code of {@link CLIENT_ERROR_CODES}. */
export type ClientErrorCode = keyof typeof CLIENT_ERROR_CODES;

/** Every code of a {@link PortcullisError}. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode;
