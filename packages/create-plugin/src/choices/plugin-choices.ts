/** The kind of a platform's protocol. */
export type PlatformKind = 'sql' | 'rest' | 'command';

/** A sign-in method. */
export type AuthKind = 'password' | 'key-pair' | 'token' | 'oauth-client';

/** The choices for a plugin. */
export interface PluginChoices {
  /** The name of the platform: `MariaDB`, `Light House`. It becomes `type` in the API. */
  readonly name: string;
  readonly kind: PlatformKind;
  /** The sign-in methods of the config, at least one. Methods that the kind does not have are rejected. */
  readonly auth: readonly AuthKind[];
  /** The name of the package. @default portcullis-plugin-<name> */
  readonly packageName?: string | undefined;
}

/** The label and the description of a choice. */
interface ChoiceLabel {
  readonly title: string;
  readonly hint: string;
}

/** The kinds of platform, each with the sign-in methods of its template. The first method is the default. */
export const PLATFORM_KINDS: Readonly<Record<PlatformKind, ChoiceLabel & { readonly auth: readonly AuthKind[] }>> = {
  sql: {
    title: 'SQL over a driver',
    hint: 'statements, scripts, automatic and manual set-up',
    auth: ['password', 'key-pair', 'oauth-client'],
  },
  rest: {
    title: 'REST',
    hint: 'calls; the service creates its objects with its own credential',
    auth: ['token', 'password', 'oauth-client'],
  },
  command: {
    title: 'Commands over a client',
    hint: 'lists of arguments, scripts for a shell, automatic and manual set-up',
    auth: ['password'],
  },
};

/** The sign-in methods. */
export const AUTH_KINDS: Readonly<Record<AuthKind, ChoiceLabel>> = {
  password: { title: 'password', hint: 'a user name and a password' },
  'key-pair': { title: 'key pair', hint: 'a client certificate and its private key' },
  token: { title: 'token', hint: 'an access token or API key of the platform' },
  'oauth-client': { title: 'OAuth client', hint: 'client id and secret, for an access token' },
};
