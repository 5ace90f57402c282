import { PlatformError } from '@portcullis/plugin-api';

/** Returns the error for a host that is not a platform: hosts come from the users of an API. */
export function localHost(): PlatformError {
  const message = 'The host resolves to the machine that Portcullis runs on, or to a link-local address.';
  return new PlatformError({ failureClass: 'invalid-input', message });
}
