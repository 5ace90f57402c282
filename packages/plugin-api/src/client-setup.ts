/**
 * The set-up of a platform that is configured on its own side: a key and a text to paste.
 *
 * The core issues the key when the integration is created, keeps it sealed, and recognises it when the platform calls. The
 * plugin defines its form on the platform.
 */
export interface ClientSetup {
  /** Prefix of the integration key, so that a leaked one is recognised: lower-case letters, at most 8. */
  readonly keyPrefix: string;
  /** Milliseconds that the previous key stays valid after `regenerate`. @default 24 hours */
  readonly overlapMs?: number;
  /** Versions of the platform for which the snippet differs, newest first. */
  readonly versions?: readonly { readonly id: string; readonly title: string }[];
  /**
   * Writes the files to paste. Pure. Escape `baseUrl` and `key` for the format of each file; they are untrusted input.
   */
  render(request: ClientSetupRequest): readonly ClientSetupFile[];
}

/** The input for the snippet. */
export interface ClientSetupRequest {
  readonly integrationId: string;
  /** The address at which the platform reaches the host. */
  readonly baseUrl: string;
  /** The integration key in clear: shown to administrators only, never cached. */
  readonly key: string;
  /** One of `versions`. */
  readonly version?: string;
}

/** One file of a client set-up. */
export interface ClientSetupFile {
  /** The path of the file on the platform's machine, such as `etc/access-control.properties`. */
  readonly path: string;
  /** Language for highlighters: `properties`, `json`. */
  readonly language: string;
  readonly content: string;
  /** The instruction for its use, in a sentence. */
  readonly note: string;
}
