import { ServiceError } from '../../../kernel/errors/service-error.ts';

/** The names under which the X-Hub-Signature headers are sent. */
export interface SignatureHeaderNames {
  readonly sha1: string;
  readonly sha256: string;
}

const DEFAULT_NAMES: SignatureHeaderNames = { sha1: 'x-hub-signature', sha256: 'x-hub-signature-256' };

/** Source: RFC 9110, 5.6.2 "Tokens". */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers that the request itself needs. */
const RESERVED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
]);

/**
 * Completes and checks the names of the signature headers.
 *
 * @throws ServiceError `OPTIONS_INVALID` if a name is not a valid header name, is reserved, or is used twice.
 */
export function signatureHeaderNames(names: Partial<SignatureHeaderNames> = {}): SignatureHeaderNames {
  const complete = {
    sha1: (names.sha1 ?? DEFAULT_NAMES.sha1).toLowerCase(),
    sha256: (names.sha256 ?? DEFAULT_NAMES.sha256).toLowerCase(),
  };
  for (const name of Object.values(complete)) {
    if (!TOKEN.test(name)) throw refused(name, 'is not a valid header name');
    if (RESERVED.has(name)) throw refused(name, 'has another purpose in a delivery');
  }
  if (complete.sha1 === complete.sha256) throw refused(complete.sha1, 'cannot carry both signatures');
  return complete;
}

function refused(name: string, problem: string): ServiceError {
  return new ServiceError('OPTIONS_INVALID', `The signature header ${JSON.stringify(name)} ${problem}.`, {
    details: { option: 'webhooks.headerNames', name },
  });
}
