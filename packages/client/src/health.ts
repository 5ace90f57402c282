import type { Client } from './generated/client/types.gen.ts';
import { getHealth as get, type Options } from './generated/sdk.gen.ts';
import type { GetHealthData, Health } from './generated/types.gen.ts';
import { isHealth } from './is-health.ts';

/** The input of {@link getHealth}. */
export type HealthOptions = Omit<Options<GetHealthData, true>, 'client' | 'throwOnError' | 'responseStyle'> & {
  readonly client: Client;
};

/** Returns the health of a node: `GET /healthz`. It also resolves for a node that serves no requests, whose response is a 503. */
export async function getHealth(options: HealthOptions): Promise<Health> {
  try {
    return (await get(options)) as Health;
  } catch (error) {
    if (isHealth(error)) return error;
    throw error;
  }
}
