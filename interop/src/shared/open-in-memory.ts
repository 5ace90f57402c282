import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type Portcullis,
  type PortcullisOptions,
} from '@portcullis/core';

/** Opens an instance with a store in memory and a fixed secret key. */
export function openInMemory(options: Omit<PortcullisOptions, 'store' | 'secretKeys'>): Promise<Portcullis> {
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } });
  return createPortcullis({ store: createMemoryStore(), secretKeys, ...options });
}
