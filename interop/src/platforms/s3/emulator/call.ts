import type { AccessKey, Account } from './account.ts';

/** A request that has been authenticated. */
export interface Call {
  readonly account: Account;
  readonly key: AccessKey;
  /** The region that it is signed for. */
  readonly region: string;
  readonly method: string;
  /** Below the address of its service, decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The body, for the services that take forms. */
  readonly form: URLSearchParams;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}
