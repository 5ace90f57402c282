/** How much of a lane's work is asked for. */
export interface LaneRequest {
  readonly webhookId: number;
  readonly want: number;
}

/** Limits of the ring. */
export interface RingLimits {
  /** Deliveries of one lane under way at once. */
  readonly perLane: number;
  /** Deliveries that a lane may take each time its turn comes. */
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
  /** What came of a turn. @param more - whether more is due already. */
  claimed(webhookId: number, count: number, more: boolean): void;
  /** A delivery of the lane has ended. */
  ended(webhookId: number): void;
  /** Whether a turn can be taken. */
  hasTurn(): boolean;
  /** Whether nothing of the lane waits for a turn, is being claimed or under way. */
  isQuiet(webhookId: number): boolean;
  /** Deliveries under way in all lanes. */
  readonly inFlight: number;
}

/** Makes an empty ring. */
export function createReadyRing({ perLane, quantum }: RingLimits): ReadyRing {
  const waiting = new Set<number>();
  const atCap = new Set<number>();
  const claiming = new Set<number>();
  const underWay = new Map<number, number>();
  let inFlight = 0;

  const countOf = (webhookId: number): number => underWay.get(webhookId) ?? 0;
  const queue = (webhookId: number): void => {
    if (countOf(webhookId) < perLane) waiting.add(webhookId);
    else atCap.add(webhookId);
  };

  return {
    add(webhookId) {
      if (!atCap.has(webhookId)) queue(webhookId);
    },
    take(slots) {
      const requests: LaneRequest[] = [];
      let left = slots;
      for (const webhookId of waiting) {
        if (left <= 0) break;
        // Its claim is under way already; what it finds says whether there is more.
        if (claiming.has(webhookId)) continue;
        const want = Math.min(perLane - countOf(webhookId), quantum, left);
        waiting.delete(webhookId);
        claiming.add(webhookId);
        requests.push({ webhookId, want });
        left -= want;
      }
      return requests;
    },
    claimed(webhookId, count, more) {
      claiming.delete(webhookId);
      if (count > 0) underWay.set(webhookId, countOf(webhookId) + count);
      inFlight += count;
      if (waiting.delete(webhookId) || more) queue(webhookId);
    },
    ended(webhookId) {
      const left = countOf(webhookId) - 1;
      if (left > 0) underWay.set(webhookId, left);
      else underWay.delete(webhookId);
      inFlight -= 1;
      if (atCap.delete(webhookId)) queue(webhookId);
    },
    hasTurn: () => waiting.size > 0,
    isQuiet: (webhookId) =>
      ![waiting, atCap, claiming].some((lanes) => lanes.has(webhookId)) && countOf(webhookId) === 0,
    get inFlight() {
      return inFlight;
    },
  };
}
