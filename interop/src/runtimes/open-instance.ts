import {
  createAddressGuard,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  createUndiciTransport,
  type Portcullis,
  type Store,
} from '@portcullis/core';
import { definitionOf } from '@portcullis/plugin-api';
import { snowflake } from '@portcullis/plugin-snowflake';
import { createSimulatedPlatform, simulate } from '@portcullis/testing';

/** The keys of every instance and of its delivery thread. */
export const SECRET_KEYS = { current: '1', keys: { '1': Buffer.alloc(32, 7) } } as const;

/** Receivers listen on the loopback address here. */
const ALLOW = [{ cidr: '127.0.0.1/32' }];

const plugin = snowflake();

/** The request that creates an integration on the simulated platform. */
export const INTEGRATION = {
  type: plugin.type,
  autoBootstrap: true,
  config: definitionOf(plugin).samples[0] as Record<string, unknown>,
};

/** Opens an instance with the Snowflake plugin on a simulated platform. */
function openInstance(
  store: Store = createMemoryStore(),
  thread?: { readonly module: URL; readonly data: Readonly<Record<string, unknown>> },
): Promise<Portcullis> {
  return createPortcullis({
    plugins: [simulate(plugin, createSimulatedPlatform())],
    store,
    secretKeys: createStaticSecretKeys(SECRET_KEYS),
    webhooks: { allow: ALLOW, ...(thread && { thread }) },
    settings: { recurringValidationPeriodMs: 0 },
    ...(!thread && { transport: createUndiciTransport({ guard: createAddressGuard({ allow: ALLOW }) }) }),
  });
}

/** Runs `use` on an instance, and closes the instance. */
export async function withInstance<Result>(
  use: (portcullis: Portcullis) => Promise<Result>,
  ...options: Parameters<typeof openInstance>
): Promise<Result> {
  const portcullis = await openInstance(...options);
  try {
    return await use(portcullis);
  } finally {
    await portcullis.close();
  }
}
