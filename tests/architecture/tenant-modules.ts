import type { SourceFile } from './source-file.ts';

const CORE = 'packages/core/src';

/**
 * The modules of the core that work for all tenants. All other modules get the store of one tenant, and cannot leave
 * it. Ports and adapters create stores, and are not listed.
 */
const ALL_TENANTS_MODULES: Readonly<Record<string, readonly string[]>> = {
  'exports for adapters and hosts': ['index', 'ports'],
  'gives each part of an instance its store': [
    'composition/start-instance',
    'composition/choose-dispatcher',
    'composition/compose',
    'composition/tenant-parts',
  ],
  'knows the tenants and their settings': [
    'settings/tenant-settings',
    'tenant-cache/known-tenants-version',
    'tenant-cache/tenants-version',
    'tenants/change-tenant',
    'tenants/create-removal',
    'tenants/create-suspension',
    'tenants/create-tenants',
    'tenants/list-tenants',
    'tenants/lock-tenant',
    'tenants/read-usage',
    'tenants/remove-rows',
    'tenants/removal-end',
    'tenants/tenant-directory',
    'tenants/transfer/export-tenant',
    'tenants/transfer/import-claim',
    'tenants/transfer/import-claims',
    'tenants/transfer/import-tenant',
  ],
  'finds out whose a key is': ['integrations/client-setup/key-authentication', 'security/api-keys/look-up-api-key'],
  'publishes in batches': [
    'delivery/endpoint-queues/add-deliveries',
    'delivery/endpoint-queues/drop-oldest',
    'delivery/endpoint-queues/immediate-leases',
    'delivery/publish/batching/batch-items',
    'delivery/publish/batching/lock-check',
    'delivery/publish/commit-confirmation',
    'delivery/publish/create-publisher',
    'delivery/publish/create-shared-publishing',
    'delivery/publish/publish-in-transaction',
    'delivery/publish/write-publications',
    'delivery/subscriptions/create-subscribers',
    'delivery/subscriptions/read-subscribers',
    'delivery/subscriptions/subscriptions-version',
  ],
  'holds tenants to their limits': [
    'delivery/publish/byte-budget',
    'delivery/publish/enforce-waiting-limit',
    'delivery/publish/lock-tenants',
    'delivery/publish/publication-locks',
    'delivery/publish/stored-bytes',
    'delivery/publish/uncommitted-bytes',
    'kernel/reads/deliveries-of',
    'kernel/reads/pages-of',
  ],
  delivers: [
    'delivery/breaker/record-health',
    'delivery/claim/claim',
    'delivery/claim/claim-endpoints',
    'delivery/claim/create-immediate-leases',
    'delivery/claim/held-tenants',
    'delivery/claim/read-waiting',
    'delivery/claim/write-claims',
    'delivery/dispatcher/correct-due-times',
    'delivery/dispatcher/create-dispatcher',
    'delivery/dispatcher/read-claimed',
    'delivery/dispatcher/record-and-claim',
    'delivery/dispatcher/recover-interrupted',
    'delivery/manual/manual-sender',
    'delivery/manual/record-manual-retry',
    'delivery/outcomes/record-outcomes',
    'delivery/outcomes/record-separately',
    'delivery/outcomes/requeue',
    'delivery/outcomes/write-ends',
    'delivery/statistics/create-delivery-counter',
    'delivery/statistics/write-tallies',
    'delivery/thread/deliver-in-thread',
  ],
  'ends what dead processes left, migrates at start, validates in rounds': [
    'integrations/migrate/migrate-at-start',
    'integrations/operations/reaper',
    'integrations/validation/recurring-validation',
  ],
  'removes what is old': [
    'delivery/history/retention/create-retention',
    'delivery/history/retention/events-in-use',
    'delivery/history/retention/expire-held',
    'delivery/history/retention/prune',
    'delivery/statistics/fold-minutes',
    'delivery/statistics/prune-statistics',
    'integrations/timeline/prune-timeline',
    'integrations/validation/prune-expiry-leases',
    'security/api-keys/prune-api-keys',
    'kernel/reads/tenants-in',
  ],
  'opens secrets of webhooks to sign deliveries': ['security/seal/create-secret-reader'],
  'seals again': ['security/reseal/create-secret-keys', 'security/reseal/reseal-all', 'security/reseal/sealed-tables'],
};

/** The names by which a module reaches rows of all tenants, or selects a tenant. */
const REACHES = /\b(AllTenants\w+|ALL_TENANTS|allTenants|insertOwned|scoped\()/;

/** Returns one sentence for each module that the table lacks, and for each unnecessary entry. */
export function findUnlistedReach(files: readonly SourceFile[]): string[] {
  const listed = new Set(
    Object.values(ALL_TENANTS_MODULES).flatMap((names) => names.map((name) => `${CORE}/${name}.ts`)),
  );
  const reaching = files
    .filter(({ path, isTest, code }) => !isTest && path.startsWith(`${CORE}/`) && REACHES.test(code))
    .map(({ path }) => path)
    .filter((path) => !['ports', 'adapters'].some((folder) => path.startsWith(`${CORE}/${folder}/`)));
  return [
    ...reaching
      .filter((path) => !listed.has(path))
      .map((path) => `${path} reaches rows of all tenants: give it the store of one, or list it as a module for all.`),
    ...[...listed].filter((path) => !reaching.includes(path)).map((path) => `${path} need not be listed any more.`),
  ];
}
