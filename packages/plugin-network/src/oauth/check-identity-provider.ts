import { PlatformError } from '@portcullis/plugin-api';

/** Where a credential is about to be sent, and where it may go. */
export interface IdentityProviderCheck {
  /** A host name, in lower case. */
  readonly host: string;
  /** Hosts that may be asked; with a dot in front, every host below. Those of the platform, and those that the host of the plugin named. */
  readonly allowed: readonly string[];
  /** Where in the config the host stands, for the message. */
  readonly field: string;
  /** The option that names further hosts, for the reader of the message. */
  readonly option: string;
}

/**
 * Checks that a host belongs to an identity provider that was named. It comes from the users of an API, and what goes there is a
 * client secret or a password.
 *
 * @throws PlatformError `invalid-input`
 */
export function checkIdentityProvider({ host, allowed, field, option }: IdentityProviderCheck): void {
  const fits = (known: string): boolean => (known.startsWith('.') ? host.endsWith(known) : host === known);
  if (allowed.some(fits)) return;
  throw new PlatformError({
    failureClass: 'invalid-input',
    message: `The host "${host}" of ${field} is not among the identity providers that credentials may be sent to.`,
    help: `Ask the operator of the service to add it to the option ${option}.`,
  });
}
