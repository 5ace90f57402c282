import { ServiceError } from '../kernel/errors/service-error.ts';
import { type BackgroundErrorSinks, reportBackgroundError } from '../kernel/events/report-background-error.ts';
import { contentHash } from './content-hash.ts';
import type { Idempotency, IdempotentRequest, KeepResponse, Replayed } from './idempotency.ts';
import { createStoredKeys, inUse, type StoredKeysDependencies, storedKeyOf } from './stored-keys.ts';

/** Dependencies of {@link createIdempotency}. */
export type IdempotencyDependencies = StoredKeysDependencies & BackgroundErrorSinks;

/** Creates the {@link Idempotency} of an instance. */
export function createIdempotency(dependencies: IdempotencyDependencies): Idempotency {
  const keys = createStoredKeys(dependencies);
  const { tenant } = dependencies;

  const reportUnreleased = (error: unknown): void => {
    const line = 'An idempotency key could not be released. It is free when its lease has expired.';
    reportBackgroundError(dependencies, { task: 'idempotency-key', line }, error);
  };

  return {
    async run<Result extends object>(
      request: IdempotentRequest,
      work: (keep: KeepResponse) => Promise<Result>,
    ): Promise<Result & Replayed> {
      if (request.key === undefined) return work(async () => {});
      refuseMalformed(request.key);
      const hash = contentHash(request.content);
      const found = await keys.hold(storedKeyOf(tenant, request), hash);
      if (!('held' in found)) {
        if (found.content.contentHash !== hash) throw reused();
        if (found.content.response === undefined) throw inUse();
        return { ...(found.content.response as Result), replayed: true };
      }
      const { held } = found;
      const stop = keys.keepAlive(held);
      try {
        return await work(async (transaction, response) => {
          // Another request has taken over the key in the meantime, and does the work itself.
          if (!(await keys.finish(transaction, held, { contentHash: hash, response }))) throw inUse();
        });
      } catch (error) {
        await keys.release(held).catch(reportUnreleased);
        throw error;
      } finally {
        stop();
      }
    },
  };
}

/** @throws ServiceError `PARAMETER_INVALID` */
function refuseMalformed(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  const message = 'Must be 1 to 255 visible ASCII characters, such as a UUID.';
  throw new ServiceError('PARAMETER_INVALID', `The request is not valid. Idempotency-Key: ${message}`, {
    details: [{ path: 'Idempotency-Key', message }],
  });
}

function reused(): ServiceError {
  return new ServiceError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another request. Use a new key for each new request.',
  );
}
