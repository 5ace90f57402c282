/** A delivery as the receiver saw it. */
export interface Delivery {
  /** Whether the signature is right for these bytes and this secret. */
  readonly verified: boolean;
  /** Why it is not. */
  readonly problem?: string;
  /** The `webhook-id`: the same on every attempt. */
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}
