/** The owner of a claim and its duration. */
export interface Lease {
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly until: number;
}
