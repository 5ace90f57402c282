/** The default path of decisions on the host. */
export const DEFAULT_DECISION_PATH = '/trino/access-control';

/**
 * Checks the path of the host's decision endpoint: absolute, without a query and without a trailing slash.
 *
 * @throws TypeError
 */
export function decisionPathOf(path: string): string {
  if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(path)) {
    throw new TypeError(`decisionPath must be a path such as ${DEFAULT_DECISION_PATH}, without a trailing slash.`);
  }
  return path;
}
