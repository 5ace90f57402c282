import { checkNode } from './composition/check-node.ts';
import type { Portcullis } from './composition/portcullis.ts';
import type { DeclaredKinds } from './options/declared-kind.ts';
import type { PortcullisOptions } from './options/portcullis-options.ts';

/**
 * Creates an instance: opens the store, checks the secret key, ends operations of dead processes, and starts to deliver.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({
 *   plugins: [yourPlatform()],
 *   store: createSqliteStore({ file: 'data/portcullis.sqlite' }),
 *   secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': process.env.PORTCULLIS_SECRET_KEY ?? '' } }),
 * });
 * ```
 * @throws ServiceError `NODE_UNSUPPORTED`, `OPTIONS_INVALID`, `SECRET_CORRUPTED`, `SECRET_KEY_UNKNOWN`
 * @throws PortcullisError `PLUGIN_NOT_A_PLUGIN`, `PLUGIN_API_UNSUPPORTED`, and errors of the store when it opens.
 */
export async function createPortcullis<const Kinds extends DeclaredKinds = DeclaredKinds>(
  options: PortcullisOptions<Kinds>,
): Promise<Portcullis<Kinds>> {
  checkNode();
  // The first instance loads the engine. Code that imports only errors, schemas or adapters does not.
  const { startInstance } = await import('./composition/start-instance.ts');
  return startInstance(options);
}
