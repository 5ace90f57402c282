/** Notifications that several callers publish, each caller one after the other. */
export interface ConcurrentLoad {
  /** The number of the first. */
  readonly first: number;
  readonly count: number;
  readonly callers: number;
  /** True if each goes to every endpoint, false if each goes to one. */
  readonly toAll: boolean;
}

/** When the notifications were published, in milliseconds since 1970. */
export interface ConcurrentRun {
  readonly startedAt: number;
  /** When the last publication was committed. */
  readonly committedAt: number;
}

/** Publishes by so many concurrent callers, and resolves when all is committed. */
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
