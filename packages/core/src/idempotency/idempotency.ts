import type { StoreOperations } from '../ports/store/store.ts';

/** A request whose repetition must not do its work twice. */
export interface IdempotentRequest {
  /** The caller's key: 1 to 255 visible ASCII characters. Without one the work is simply done. */
  readonly key: string | undefined;
  /** Keys of one principal mean nothing to another. */
  readonly principalId: number;
  /** The operation, such as `integrations.create`: a key for one operation is none for another. */
  readonly operation: string;
  /** The content that is compared with the first request under this key. */
  readonly content: unknown;
}

/** Keeps the answer, in the transaction that does the work: either both are stored or none. */
export type KeepAnswer = (transaction: StoreOperations, answer: object) => Promise<void>;

/** Marks an answer that is not the work's own, but that of an earlier request with the same key. */
export interface Replayed {
  readonly replayed?: true;
}

/**
 * Does work once for each key and gives its first answer to repetitions. Refusals are answers, too; what is worth repeating (a
 * failure of ours, a refusal with Retry-After) is not kept.
 *
 * Source: draft-ietf-httpapi-idempotency-key-header-07, sections 2.4 to 2.7.
 */
export interface Idempotency {
  /**
   * @throws ServiceError `IDEMPOTENCY_KEY_REUSED` when the content differs from the first one's, `IDEMPOTENCY_KEY_IN_USE` while
   * the first request runs, `PARAMETER_INVALID`, and what the work or its first run was refused with.
   */
  run<Answer extends object>(
    request: IdempotentRequest,
    work: (keep: KeepAnswer) => Promise<Answer>,
  ): Promise<Answer & Replayed>;
}
