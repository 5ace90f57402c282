import type { lookup } from 'node:dns';
import { PlatformError } from '@portcullis/plugin-api';
import { createHttpSender, guardedLookup, type HttpSender, isPublicAddress } from '@portcullis/plugin-network';
import type { Settings } from '../../connection-settings.ts';

/** Maximum number of bytes of a response, which is a page with a form. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/**
 * Creates a sender to the identity provider. A name that resolves to this machine or to a private network is refused
 * before a packet is sent, since the host comes from users of the API. A configured emulator may be on this machine.
 * With a proxy, the proxy resolves names.
 *
 * @param resolve - the resolver, for tests.
 */
export function createIdpSender(
  { certificateAuthorities, endpoints, proxy }: Pick<Settings, 'certificateAuthorities' | 'endpoints' | 'proxy'>,
  resolve?: typeof lookup,
): Promise<HttpSender> {
  return createHttpSender({
    proxy,
    certificateAuthorities,
    responseLimit: MAX_RESPONSE_BYTES,
    ...(endpoints ? {} : { lookup: guardedLookup(isPublicAddress, refusal, resolve) }),
  });
}

function refusal(): PlatformError {
  return new PlatformError({
    failureClass: 'invalid-input',
    message: 'The host of okta.idpHost resolves to this machine or to a private network.',
    help: 'Enter the host of the Okta organisation.',
  });
}
