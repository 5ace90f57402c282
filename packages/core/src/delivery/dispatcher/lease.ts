/** Who claims, and for how long. */
export interface Lease {
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly until: number;
}
