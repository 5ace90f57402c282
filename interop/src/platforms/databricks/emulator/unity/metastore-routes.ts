import type { Account } from '../account.ts';
import { manages } from '../privileges.ts';
import { refusals } from '../refusal.ts';
import { ok, type Route } from '../request.ts';
import { metastoreOf } from './metastore-of.ts';
import { page } from './page.ts';
import { unityPath } from './unity-path.ts';

/** The operations on the metastore of the workspace. */
export function metastoreRoutes(account: Account): readonly Route[] {
  return [
    [
      'GET',
      unityPath('metastore_summary'),
      'Metastores API, Get a metastore summary',
      () => {
        const { id, name, owner, storageRoot } = metastoreOf(account);
        return ok({ metastore_id: id, name, owner, storage_root: storageRoot, cloud: 'aws', region: 'eu-central-1' });
      },
    ],
    [
      'GET',
      unityPath('current-metastore-assignment'),
      'Metastores API, Gets an assignment',
      () => ok({ metastore_id: metastoreOf(account).id, workspace_id: 1234567890, default_catalog_name: 'main' }),
    ],
    [
      'GET',
      unityPath('metastores/([^/]+)/systemschemas'),
      'SystemSchemas API, List system schemas',
      ({ query, principal }, id) => {
        if (metastoreOf(account).id !== id) throw refusals.missing('METASTORE', id ?? '');
        // "The caller must be an account admin or a metastore admin."
        if (!manages(account, principal, '')) throw refusals.notAccountAdmin();
        const schemas = [...account.systemSchemas].map(([schema, state]) => ({ schema, state }));
        return ok(page(query, 'schemas', schemas));
      },
    ],
  ];
}
