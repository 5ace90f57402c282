import { PlatformError } from '@portcullis/plugin-api';

/** Returns the error for a proxy that refused the tunnel. Source: RFC 9110, 15.5.8 (407). */
export function proxyRefusal(status: number): PlatformError {
  const reason = status === 407 ? 'requires a user name and a password' : `responded with HTTP ${status}`;
  return new PlatformError({
    failureClass: 'network',
    message: `The proxy ${reason}.`,
    vendorCode: `proxy-${status}`,
    help: 'Ask the operator of the service to check the option proxy of the plugin.',
  });
}
