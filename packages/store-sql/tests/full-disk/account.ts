/**
 * The observed behaviour of an instance and its store on a full disk: plain data, so that another process can report it.
 */
export interface Account {
  /** The distinct error codes of notifications while the last space was used up, and after that. */
  readonly refusedWith: { readonly meanwhile: readonly string[]; readonly after: readonly string[] };
  /** The number of notifications that were accepted without space. */
  readonly acceptedAfter: number;
  readonly full: FullDisk;
  /** Rejected notifications that were published again with the same key once there was space, and new ones. */
  readonly again: { readonly refused: number; readonly accepted: number };
  readonly end: EndOfAll;
}

/** The state while there was no space. */
interface FullDisk {
  /** The number of requests that were sent by then. */
  readonly sent: number;
  /** Outcomes on record. */
  readonly recorded: number;
  /** Deliveries that are leased. */
  readonly leased: number;
  /** The reports of the failure, each once. */
  readonly reported: readonly string[];
}

/** The contents of the store after it was closed and reopened. */
interface EndOfAll {
  /** Accepted notifications that it does not have. */
  readonly lost: readonly number[];
  /** Notifications that it has although their publication was not confirmed. */
  readonly unknown: readonly number[];
  readonly deliveries: number;
  /** Deliveries of the accepted notifications. */
  readonly expected: number;
  readonly notDelivered: number;
  /** Ids of deliveries that arrived more than once. */
  readonly sentTwice: readonly string[];
  /** Successes on record. */
  readonly attempts: number;
  /** The number of waiting deliveries by the endpoint queues. */
  readonly waiting: number;
}
