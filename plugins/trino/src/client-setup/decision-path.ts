import { invalidOption } from '@portcullis/plugin-api';

/** The default path of decisions on the host. */
export const DEFAULT_DECISION_PATH = '/trino/access-control';

/**
 * Checks the path of the host's decision endpoint: absolute, without a query and without a trailing slash.
 *
 * @throws PortcullisError `OPTIONS_INVALID`
 */
export function decisionPathOf(path: string): string {
  if (!/^(\/[A-Za-z0-9._~-]+)+$/.test(path)) {
    throw invalidOption(
      `The option decisionPath is not a path: "${path}".`,
      `Use a path such as ${DEFAULT_DECISION_PATH}, without a trailing slash.`,
    );
  }
  return path;
}
