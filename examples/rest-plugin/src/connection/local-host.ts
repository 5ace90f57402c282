import { PlatformError } from '@portcullis/plugin-api';

/** Returns the error for a host that cannot be a platform; hosts come from users of the API. */
export function localHost(): PlatformError {
  const message = 'The host resolves to the machine on which Portcullis runs, or to a link-local address.';
  return new PlatformError({ failureClass: 'invalid-input', message });
}
