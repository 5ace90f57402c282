/** Events of stored secrets. */
export interface SecurityEvents {
  /** Stored secrets were resealed with the current key. */
  'secrets.resealed': { readonly currentKeyId: string; readonly resealed: number; readonly remaining: number };
}
