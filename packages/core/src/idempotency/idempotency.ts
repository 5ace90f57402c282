import type { StoreOperations } from '../ports/store/store.ts';

/** A request whose repetition must not repeat its work. */
export interface IdempotentRequest {
  /** The caller's key: 1 to 255 visible ASCII characters. Without a key, the work is done each time. */
  readonly key: string | undefined;
  /** The principal, because keys of different principals are independent. */
  readonly principalId: number;
  /** The operation, such as `integrations.create`: keys of different operations are independent. */
  readonly operation: string;
  /** The content, which is compared with that of the first request with this key. */
  readonly content: unknown;
}

/** Stores the response in the transaction of the work, so that both are stored or neither. */
export type KeepResponse = (transaction: StoreOperations, response: object) => Promise<void>;

/** The mark of a response of an earlier request with the same key. */
export interface Replayed {
  readonly replayed?: true;
}

/**
 * The service that does work once per key and returns the first response to repetitions. A refusal is not stored: it has done no
 * work, and its reason may be gone when the request is repeated.
 *
 * Source: draft-ietf-httpapi-idempotency-key-header-07, sections 2.4 to 2.7.
 */
export interface Idempotency {
  /**
   * @throws ServiceError `IDEMPOTENCY_KEY_REUSED` if the content differs from that of the first request, `IDEMPOTENCY_KEY_IN_USE`
   * while the first request runs, `PARAMETER_INVALID`, and the error of the work.
   */
  run<Result extends object>(
    request: IdempotentRequest,
    work: (keep: KeepResponse) => Promise<Result>,
  ): Promise<Result & Replayed>;
}
