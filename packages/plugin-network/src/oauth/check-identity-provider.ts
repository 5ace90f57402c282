import { PlatformError } from '@portcullis/plugin-api';

/** The host to which a credential would be sent, and the allowed hosts. */
export interface IdentityProviderCheck {
  /** A host name, in lower case. */
  readonly host: string;
  /**
   * Allowed hosts: those of the platform, and those in the options of the plugin. A leading dot allows every host
   * below.
   */
  readonly allowed: readonly string[];
  /** The path of the host in the config, for the message. */
  readonly field: string;
  /** The option that allows more hosts, for the message. */
  readonly option: string;
}

/**
 * Checks that a host belongs to a listed identity provider. The host comes from users of the API, and would receive a
 * client secret or a password.
 *
 * @throws PlatformError `invalid-input`
 */
export function checkIdentityProvider({ host, allowed, field, option }: IdentityProviderCheck): void {
  const fits = (known: string): boolean => (known.startsWith('.') ? host.endsWith(known) : host === known);
  if (allowed.some(fits)) return;
  throw new PlatformError({
    failureClass: 'invalid-input',
    message: `The host "${host}" of ${field} is not an identity provider to which credentials may be sent.`,
    help: `Ask the operator of the service to add it to the option ${option}.`,
  });
}
