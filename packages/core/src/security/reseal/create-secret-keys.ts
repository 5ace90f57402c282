import { PortcullisError } from '@portcullis/plugin-api';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { InstanceEvents } from '../../kernel/events/instance-events.ts';
import { reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import type { TypedEventSink } from '../../kernel/events/typed-events.ts';
import { createIntervalTask } from '../../kernel/lifetime/interval-task.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Store } from '../../ports/store/store.ts';
import { APPLICATION_ADMIN } from '../principals/principal.ts';
import { requirePermission } from '../principals/require-permission.ts';
import { type OldValues, oldValues } from './old-values.ts';
import { type ResealDependencies, type ResealResult, resealAll } from './reseal-all.ts';
import { SEALED_TABLES, type SealedValue } from './sealed-tables.ts';
import type { OldKeyView, SecretKeysService, SecretKeysView } from './secret-keys-service.ts';
import type { SecurityEvents } from './security-events.ts';

/** The name of the wake-ups. */
const RESEAL = 'reseal-secrets';
/** The name of the fact with the current key of the latest node. */
const CURRENT_KEY = 'current-secret-key';
const PAGE = 1000;

/** Dependencies of {@link createSecretKeys}. */
export interface SecretKeysDependencies extends Omit<ResealDependencies, 'store'> {
  readonly store: Store;
  readonly clock: Clock;
  readonly queue: JobQueue;
  readonly events: TypedEventSink<SecurityEvents & InstanceEvents>;
  readonly logger: Logger;
}

/** The service, and its background work on a node. */
export interface SecretKeysPart {
  readonly service: SecretKeysService;
  /** Reseals the values of older keys, now and every hour. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the {@link SecretKeysPart} of a node. */
export function createSecretKeys(dependencies: SecretKeysDependencies): SecretKeysPart {
  const { store, secretKeys, events, logger } = dependencies;
  const { currentKeyId } = secretKeys;

  const viewOf = async (problems: ReadonlyMap<string, OldKeyView['problem']>): Promise<SecretKeysView> => {
    const counts = await Promise.all(
      SEALED_TABLES.map(({ name }) => store.allTenants.count(name, { keyId: currentKeyId })),
    );
    const old = await countOld(dependencies);
    return {
      currentKeyId,
      count: counts.reduce((sum, count) => sum + count, 0),
      old: [...old].map(([keyId, count]) => {
        const problem = problems.get(keyId);
        return { keyId, count, ...(problem ? { problem } : {}) };
      }),
    };
  };
  const reseal = async (signal: AbortSignal): Promise<ResealResult> => {
    const remainingOf = async () => [...(await countOld(dependencies)).values()].reduce((sum, n) => sum + n, 0);
    let remaining = await remainingOf();
    let reportedAt = 0;
    return resealAll({ ...dependencies, store: store.allTenants }, signal, (resealed) => {
      remaining -= resealed - reportedAt;
      reportedAt = resealed;
      events.emit('secrets.resealed', { currentKeyId, resealed, remaining: Math.max(remaining, 0) });
    });
  };
  /** The node that was started last knows the current key, so an older node must not reseal values with its key. */
  const resealDue = async (signal: AbortSignal): Promise<void> => {
    const [latest] = await store.find('meta', { where: { name: CURRENT_KEY } });
    if (latest && latest.value !== currentKeyId) return;
    const { resealed, old } = await reseal(signal);
    if (resealed > 0) logger.info('Stored secrets were resealed.', { keyId: currentKeyId, resealed });
    for (const { keyId, count, problem } of old) {
      const line = `${count} stored secrets cannot be resealed.`;
      reportBackgroundError(
        dependencies,
        { task: RESEAL, line, details: { keyId } },
        problem && new PortcullisError(problem),
      );
    }
  };

  const recurring = createIntervalTask(dependencies, {
    name: RESEAL,
    everyMs: HOUR_MS,
    work: resealDue,
    onError: (error) => {
      reportBackgroundError(dependencies, { task: RESEAL, line: 'Resealing stored secrets failed.' }, error);
    },
  });

  return {
    service: {
      async get({ principal }) {
        requirePermission(principal, APPLICATION_ADMIN);
        return viewOf(await problemsOf(dependencies));
      },
      async reseal({ principal, signal }) {
        requirePermission(principal, APPLICATION_ADMIN);
        const { resealed, old } = await reseal(signal ?? new AbortController().signal);
        return { ...(await viewOf(new Map(old.map((each) => [each.keyId, each.problem])))), resealed };
      },
    },
    async start() {
      await store.insertAbsent('meta', [{ name: CURRENT_KEY, value: currentKeyId }]);
      await store.update('meta', { name: CURRENT_KEY }, { value: currentKeyId });
      recurring.start();
      // This node runs it regardless of the others, because it knows the current key.
      void recurring.now();
    },
    stop: () => recurring.stop(),
  };
}

/** Returns the number of values sealed by each older key. */
async function countOld(
  dependencies: Pick<SecretKeysDependencies, 'store' | 'secretKeys'>,
): Promise<ReadonlyMap<string, number>> {
  const old = oldValues(dependencies);
  const { currentKeyId } = dependencies.secretKeys;
  const counts = new Map<string, number>();
  for (const table of SEALED_TABLES) {
    let after: string | number | undefined;
    for (;;) {
      const { values, last } = await table.page(dependencies.store.allTenants, old.where, after, PAGE);
      for (const value of values) {
        if (await isOld(old, value, currentKeyId)) counts.set(value.keyId, (counts.get(value.keyId) ?? 0) + 1);
      }
      if (values.length < PAGE) break;
      after = last;
    }
  }
  return counts;
}

/**
 * Returns whether an older key has sealed a value. The key of a tenant for which the host does not respond counts as an older one, so
 * that it is kept.
 */
async function isOld(old: OldValues, value: SealedValue, currentKeyId: string): Promise<boolean> {
  try {
    return (await old.sealerOf(value)) !== undefined;
  } catch (error) {
    if (!ServiceError.isInstance(error)) throw error;
    return value.keyId !== currentKeyId;
  }
}

/** Returns the older keys that are not configured. */
async function problemsOf(dependencies: SecretKeysDependencies): Promise<ReadonlyMap<string, OldKeyView['problem']>> {
  const { secretKeys } = dependencies;
  const problems = new Map<string, OldKeyView['problem']>();
  for (const keyId of (await countOld(dependencies)).keys()) {
    await secretKeys.key(keyId).catch(() => {
      const message = `The secret key "${keyId}" is not configured: add it to secretKeys.`;
      problems.set(keyId, { code: 'SECRET_KEY_UNKNOWN', message });
    });
  }
  return problems;
}
