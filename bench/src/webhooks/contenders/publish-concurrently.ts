/** Notifications that several callers publish. Each caller publishes in sequence. */
export interface ConcurrentLoad {
  /** The number of the first notification. */
  readonly first: number;
  readonly count: number;
  readonly callers: number;
  /** True if each notification goes to every endpoint, false if each goes to one. */
  readonly toAll: boolean;
}

/** When the notifications were published, in milliseconds since 1970. */
export interface ConcurrentRun {
  readonly startedAt: number;
  /** The time of the commit of the last publication. */
  readonly committedAt: number;
}

/** Publishes by this number of concurrent callers. Resolves when all publications are committed. */
export async function publishConcurrently(
  publish: (number: number) => Promise<void>,
  { first, count, callers }: Omit<ConcurrentLoad, 'toAll'>,
): Promise<ConcurrentRun> {
  const startedAt = Date.now();
  let next = first;
  const call = async (): Promise<void> => {
    while (next < first + count) await publish(next++);
  };
  await Promise.all(Array.from({ length: callers }, call));
  return { startedAt, committedAt: Date.now() };
}
