import { PlatformError } from '@portcullis/plugin-api';

/** What is said of a host that is no platform: hosts come from the users of an API. */
export function localHost(): PlatformError {
  const message = 'The host leads to the machine that Portcullis runs on, or to a link-local address.';
  return new PlatformError({ failureClass: 'invalid-input', message });
}
