/** What an instance and its store were seen to do with a full disk: plain data, so that another process can tell of it. */
export interface Account {
  /** The codes with which notifications were refused while the last space was taken, and after that: each once. */
  readonly refusedWith: { readonly meanwhile: readonly string[]; readonly after: readonly string[] };
  /** How many notifications were accepted although there was no space. */
  readonly acceptedAfter: number;
  readonly full: FullDisk;
  /** Notifications that were refused and published again under the same key once there was space, and those that were new then. */
  readonly again: { readonly refused: number; readonly accepted: number };
  readonly end: EndOfAll;
}

/** How things stood while there was no space. */
interface FullDisk {
  /** Requests that were sent by then. */
  readonly sent: number;
  /** Outcomes on record. */
  readonly recorded: number;
  /** Deliveries that are leased. */
  readonly leased: number;
  /** What was told of the failure, each once. */
  readonly told: readonly string[];
}

/** What the store has once it is closed and opened anew. */
interface EndOfAll {
  /** Accepted notifications that it does not have. */
  readonly lost: readonly number[];
  /** Notifications that it has though nobody was told so. */
  readonly unknown: readonly number[];
  readonly deliveries: number;
  /** Deliveries that the accepted notifications make. */
  readonly expected: number;
  readonly notDelivered: number;
  /** Ids of deliveries that receivers got more than once. */
  readonly sentTwice: readonly string[];
  /** Successes on record. */
  readonly attempts: number;
  /** What the endpoint queues count as waiting. */
  readonly waiting: number;
}
