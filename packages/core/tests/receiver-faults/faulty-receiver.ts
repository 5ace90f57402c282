/** A receiver of deliveries. */
export interface FaultyReceiver {
  readonly port: number;
  close(): Promise<void>;
}
