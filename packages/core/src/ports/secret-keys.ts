/** The keys that seal secrets at rest. Implement it on your key management service, or use `createStaticSecretKeys`. */
export interface SecretKeys {
  /** The id of the key that seals new secrets. */
  readonly currentKeyId: string;
  /**
   * The 32 bytes of a key, within ten seconds.
   *
   * @throws when the id is unknown, so that the secrets that it sealed can no longer be opened, or when the key is not available now.
   */
  key(id: string): Promise<Uint8Array>;
  /**
   * Returns the id of the key that seals new secrets of a tenant; undefined for the current one. Omitted if all tenants share the
   * current key. When the id changes, the secrets of the earlier key are sealed again. If `key` rejects for an id, all secrets
   * that it sealed are lost. Called for each secret that is sealed, never for the default tenant.
   */
  keyFor?(tenant: string): string | undefined | Promise<string | undefined>;
}
