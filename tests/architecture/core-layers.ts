import { posix } from 'node:path';
import type { SourceFile } from './source-file.ts';

/** The source folder of the core. */
const CORE = 'packages/core/src';

/**
 * The folders of the core, from top to bottom. A file imports from its own folder and from lower folders, never from
 * higher ones. Therefore no two folders import each other, and a reader can begin at the bottom.
 */
export const CORE_LAYERS: readonly (readonly string[])[] = [
  ['.', 'composition'],
  ['tenants', 'tenants/transfer'],
  [
    'integrations/api',
    'integrations/capabilities',
    'integrations/create',
    'integrations/adopt',
    'integrations/migrate',
    'integrations/operations/progress',
    'integrations/privileges',
    'integrations/remove',
    'integrations/client-setup',
    'integrations/rotate',
    'integrations/scripts',
    'integrations/update',
    'integrations/operations',
    'integrations/validation',
    'integrations/drift',
    'integrations/secrets',
    'integrations/plugin-versions',
    'integrations/context',
    'integrations/target-claims',
    'integrations/state',
    'integrations/timeline',
    'integrations/config',
    'integrations/plugins',
    'integrations/events',
    'integrations/views',
    'integrations/lifecycle',
  ],
  [
    'delivery/api',
    'delivery/history',
    'delivery/history/retention',
    'delivery/operational',
    'delivery/publish',
    'delivery/publish/batching',
    'delivery/thread',
    'delivery/update',
    'delivery/dispatcher',
    'delivery/manual',
    'delivery/outcomes',
    'delivery/claim',
    'delivery/scheduling',
    'delivery/statistics',
    'delivery/attempt/retry-schedule',
    'delivery/breaker',
    'delivery/visibility',
    'delivery/registration',
    'delivery/endpoint-queues',
    'delivery/events',
    'delivery/views',
    'delivery/attempt',
    'delivery/attempt/sign',
    'delivery/subscriptions',
    'delivery/catalogue',
  ],
  [
    'changes/apply',
    'changes/ledger',
    'changes/observe',
    'changes/removal',
    'changes/script',
    'changes/plan',
    'changes/sessions',
    'changes/steps',
  ],
  ['adapters/engine-queue', 'adapters/memory-store', 'adapters/undici-transport', 'adapters'],
  ['settings'],
  ['tenant-cache'],
  ['idempotency'],
  [
    'security/address-guard',
    'security/api-keys',
    'security/redaction',
    'security/reseal',
    'security/principals',
    'security/seal',
  ],
  ['limits'],
  ['options'],
  [
    'kernel/collections',
    'kernel/events',
    'kernel/input',
    'kernel/lifetime',
    'kernel/reads',
    'kernel/errors',
    'kernel/time',
    'kernel/tracing',
  ],
  ['ports', 'ports/store-base', 'ports/store'],
];

/** Returns one sentence for each import of the core from a higher layer, and for each folder that the table lacks. */
export function findUpwardImports(files: readonly SourceFile[]): string[] {
  const order = CORE_LAYERS.flat();
  return files
    .filter(({ path, isTest }) => path.startsWith(`${CORE}/`) && !isTest)
    .flatMap(({ path, references }) => {
      const folder = folderOf(path);
      const height = order.indexOf(folder);
      if (height === -1)
        return [`${path} is in no layer: add ${folder} to the table in tests/architecture/core-layers.ts.`];
      return references
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(path), specifier))
        .filter((target) => order.indexOf(folderOf(target)) < height)
        .map((target) => `${path} imports ${target}, which is in a higher layer: move the shared code down.`);
    });
}

function folderOf(path: string): string {
  return posix.relative(CORE, posix.dirname(path)) || '.';
}
