import { lookup } from 'node:dns';
import { PlatformError } from '@portcullis/plugin-api';
import type { Settings } from '../../settings.ts';
import { guardedLookup } from '../guarded-lookup.ts';
import { isPublicAddress } from '../public-address.ts';

/** One request to the identity provider. */
interface IdpRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** An answer, whatever its status. */
export interface IdpAnswer {
  readonly status: number;
  /** Where it leads on. */
  readonly location: string | undefined;
  readonly cookies: readonly string[];
  readonly body: string;
}

/** Sends requests to an identity provider. Redirects are answers like any other. */
export interface IdpSender {
  (request: IdpRequest): Promise<IdpAnswer>;
  /** Closes what is kept open. */
  close(): Promise<void>;
}

/** The most bytes of an answer: a page with a form. */
const ANSWER_LIMIT = 4 * 1024 * 1024;

/**
 * Makes a sender. TLS is verified; a name that leads to this machine or into a private network is dropped before a packet is sent,
 * since the host comes from the users of an API. A stand-in that was named is on this machine by definition.
 *
 * @param resolve - the resolver, for tests.
 */
export async function createIdpSender(
  { certificateAuthorities, endpoints }: Pick<Settings, 'certificateAuthorities' | 'endpoints'>,
  resolve: typeof lookup = lookup,
): Promise<IdpSender> {
  const { Agent, request: send } = await import('undici');
  const { rootCertificates } = await import('node:tls');
  const dispatcher = new Agent({
    connect: {
      ...(certificateAuthorities.length > 0 ? { ca: [...rootCertificates, ...certificateAuthorities] } : {}),
      ...(endpoints ? {} : { lookup: guardedLookup(isPublicAddress, refusal, resolve) }),
    },
    maxResponseSize: ANSWER_LIMIT,
  });
  const sender = async ({ url, method, headers = {}, body, signal }: IdpRequest): Promise<IdpAnswer> => {
    const answer = await send(url, { method, headers, signal, dispatcher, ...(body === undefined ? {} : { body }) });
    const { location, 'set-cookie': cookies = [] } = answer.headers;
    return {
      status: answer.statusCode,
      location: Array.isArray(location) ? location[0] : location,
      cookies: [cookies].flat(),
      body: await answer.body.text(),
    };
  };
  return Object.assign(sender, { close: () => dispatcher.destroy() });
}

function refusal(): PlatformError {
  return new PlatformError({
    failureClass: 'invalid-input',
    message:
      'The host of okta.idpHost leads to this machine or into a private network. Give the host of the Okta organisation.',
  });
}
