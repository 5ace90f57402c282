/** A received delivery. */
export interface Delivery {
  /** True if the signature is valid for these bytes and this secret. */
  readonly verified: boolean;
  /** The reason why the signature is not valid. */
  readonly problem?: string;
  /** The `webhook-id`: the same on every attempt. */
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}
