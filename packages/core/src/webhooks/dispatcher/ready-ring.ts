/** How much of a lane's work is asked for. */
export interface LaneRequest {
  readonly webhookId: number;
  readonly want: number;
}

/** Limits of the ring. */
export interface RingLimits {
  /** Deliveries of one lane under way at once. */
  readonly perLane: number;
  /** Deliveries that a lane may take each time its turn comes; more where few lanes wait. */
  readonly quantum: number;
}

/**
 * The lanes that may have due work on this node, in turn. A lane that is at its cap steps aside and comes back when one of
 * its deliveries ends, so that a slow receiver delays nobody else.
 */
export interface ReadyRing {
  /** A lane may have due work. */
  add(webhookId: number): void;
  /** Takes turns until `slots` are given out. The lanes leave the ring until {@link ReadyRing.claimed}. */
  take(slots: number): readonly LaneRequest[];
  /**
   * What came of a turn.
   *
   * @param more - whether more is due already: `now`, or once a delivery of the lane has ended.
   */
  claimed(webhookId: number, count: number, more?: 'now' | 'after-end'): void;
  /** Sets how many deliveries of a lane may be under way at once; undefined for the limit of all lanes. */
  limit(webhookId: number, cap: number | undefined): void;
  /** A delivery of the lane has ended. */
  ended(webhookId: number): void;
  /** Whether a turn can be taken. */
  hasTurn(): boolean;
  /** Whether the lane waits for a turn, or is being claimed. */
  isWaiting(webhookId: number): boolean;
  /** Whether nothing of the lane waits for a turn, is being claimed or under way. */
  isQuiet(webhookId: number): boolean;
  /** Deliveries under way in all lanes. */
  readonly inFlight: number;
  /** Deliveries that are asked for and not claimed yet. */
  readonly asked: number;
}

/** Makes an empty ring. */
export function createReadyRing({ perLane, quantum }: RingLimits): ReadyRing {
  const waiting = new Set<number>();
  const atCap = new Set<number>();
  const claiming = new Map<number, number>();
  const underWay = new Map<number, number>();
  const caps = new Map<number, number>();
  let inFlight = 0;
  let asked = 0;

  const capOf = (webhookId: number): number => caps.get(webhookId) ?? perLane;
  const countOf = (webhookId: number): number => underWay.get(webhookId) ?? 0;
  const queue = (webhookId: number): void => {
    if (countOf(webhookId) < capOf(webhookId)) waiting.add(webhookId);
    else atCap.add(webhookId);
  };

  return {
    add(webhookId) {
      if (!atCap.has(webhookId)) queue(webhookId);
    },
    take(slots) {
      const requests: LaneRequest[] = [];
      let left = slots;
      const share = Math.max(quantum, Math.floor(slots / Math.max(waiting.size, 1)));
      for (const webhookId of waiting) {
        if (left <= 0) break;
        // Its claim is under way already; what it finds says whether there is more.
        if (claiming.has(webhookId)) continue;
        const want = Math.min(capOf(webhookId) - countOf(webhookId), share, left);
        waiting.delete(webhookId);
        // Its cap was lowered meanwhile.
        if (want <= 0) {
          atCap.add(webhookId);
          continue;
        }
        claiming.set(webhookId, want);
        asked += want;
        requests.push({ webhookId, want });
        left -= want;
      }
      return requests;
    },
    claimed(webhookId, count, more) {
      asked -= claiming.get(webhookId) ?? 0;
      claiming.delete(webhookId);
      if (count > 0) underWay.set(webhookId, countOf(webhookId) + count);
      inFlight += count;
      const added = waiting.delete(webhookId);
      if (more === 'after-end' && countOf(webhookId) > 0) atCap.add(webhookId);
      else if (added || more === 'now') queue(webhookId);
    },
    limit(webhookId, cap) {
      if (cap === undefined) caps.delete(webhookId);
      else caps.set(webhookId, cap);
    },
    ended(webhookId) {
      const left = countOf(webhookId) - 1;
      if (left > 0) underWay.set(webhookId, left);
      else underWay.delete(webhookId);
      inFlight -= 1;
      if (atCap.delete(webhookId)) queue(webhookId);
    },
    hasTurn: () => waiting.size > 0,
    isWaiting: (webhookId) => waiting.has(webhookId) || claiming.has(webhookId),
    isQuiet: (webhookId) =>
      ![waiting, atCap, claiming].some((lanes) => lanes.has(webhookId)) && countOf(webhookId) === 0,
    get inFlight() {
      return inFlight;
    },
    get asked() {
      return asked;
    },
  };
}
