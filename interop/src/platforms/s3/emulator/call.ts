import type { Account, KeyOwner } from './account.ts';

/** A signed request. */
export interface Call {
  readonly account: Account;
  readonly key: KeyOwner;
  /** The region of its signature. */
  readonly region: string;
  readonly method: string;
  /** Below the address of its service, decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The body, for the services that accept forms. */
  readonly form: URLSearchParams;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}
