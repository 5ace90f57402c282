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
}
