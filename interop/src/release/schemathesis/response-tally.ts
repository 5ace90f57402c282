/** Response counts of one operation, by status. */
export type StatusCounts = Readonly<Record<number, number>>;

/** Responses by `operationId`. An operation without calls has an entry without counts. */
export type ResponseCounts = Readonly<Record<string, StatusCounts>>;

/** A counter of the responses of a host, by operation of its OpenAPI document. */
export interface ResponseTally {
  /** Counts a response. Requests that match no operation, such as those with an unknown method, are omitted. */
  count(method: string, path: string, status: number): void;
  counts(): ResponseCounts;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

/** Returns an {@link ResponseTally} for an OpenAPI document whose only path parameter is `{id}`. */
export function createResponseTally(document: unknown): ResponseTally {
  const operations = Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      method,
      operationId,
      // A fixed path comes before one with an id, as in the router.
      isFixed: !path.includes('{'),
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('{id}', '[^/]+')}/?$`),
    })),
  );
  const inOrder = [...operations.filter(({ isFixed }) => isFixed), ...operations.filter(({ isFixed }) => !isFixed)];
  const counts: Record<string, Record<number, number>> = Object.fromEntries(
    operations.map(({ operationId }) => [operationId, {}]),
  );
  return {
    count(method, path, status) {
      const found = inOrder.find((each) => each.method === method.toLowerCase() && each.pattern.test(path));
      const own = found && counts[found.operationId];
      if (own) own[status] = (own[status] ?? 0) + 1;
    },
    counts: () => counts,
  };
}

/** Returns the number of successes. */
export function successesOf(counts: StatusCounts = {}): number {
  return Object.entries(counts).reduce((sum, [status, each]) => sum + (status.startsWith('2') ? each : 0), 0);
}

/** Returns the lines of a table: the successes and all responses of each operation, with one column for each run. */
export function responseTable(runs: Readonly<Record<string, ResponseCounts>>): readonly string[] {
  const operations = [...new Set(Object.values(runs).flatMap((counts) => Object.keys(counts)))];
  const cellOf = (counts: StatusCounts = {}): string => {
    const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
    return `${successesOf(counts)}/${all}`;
  };
  const rows = operations.map((operation) => [
    operation,
    ...Object.values(runs).map((counts) => cellOf(counts[operation])),
  ]);
  const reached = Object.values(runs).map((counts) =>
    String(Object.values(counts).filter((each) => successesOf(each) > 0).length),
  );
  return [['operation', ...Object.keys(runs)], ...rows, ['operations with a success', ...reached]].map(
    (row) => `| ${row.join(' | ')} |`,
  );
}
