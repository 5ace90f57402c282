/**
 * The set-up of a platform that is configured on its own side: a key and a text to paste.
 *
 * The core issues the key when the integration is created, keeps it sealed, and authenticates the calls of the platform
 * with it. The plugin writes the files that contain it.
 */
export interface ClientSetup {
  /** Prefix of the integration key, by which secret scanners recognise a leaked one: 1 to 8 lower-case letters. */
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

/** The input of {@link ClientSetup.render}. */
export interface ClientSetupRequest {
  readonly integrationId: string;
  /** The address at which the platform reaches the host. */
  readonly baseUrl: string;
  /** The integration key in clear text: shown to administrators only, never cached. */
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
  /** One sentence for the administrator: where the file goes, and what uses it. */
  readonly note: string;
}
