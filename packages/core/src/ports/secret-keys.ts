/** The keys that seal secrets at rest. Bring your own from a key management service, or use `createStaticSecretKeys`. */
export interface SecretKeys {
  /** The id of the key that seals new secrets. */
  readonly currentKeyId: string;
  /**
   * The 32 bytes of a key.
   *
   * @throws when the id is unknown: what was sealed with it cannot be opened any more.
   */
  key(id: string): Promise<Uint8Array>;
  /**
   * Returns the id of the key that seals new secrets of a tenant; undefined for the current one. Left out where all tenants share it.
   * When the id changes, what the earlier key has sealed is sealed again. Where `key` rejects for it, everything that it sealed is lost.
   * Called for each secret that is sealed, never for the default tenant.
   */
  keyFor?(tenant: string): string | undefined | Promise<string | undefined>;
}
