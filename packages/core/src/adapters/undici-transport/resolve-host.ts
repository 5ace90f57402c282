import { lookup } from 'node:dns/promises';

/** An address that a name stands for. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds all addresses of a name. Rejects with the code of the resolver, such as `ENOTFOUND`. */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** The resolver of the operating system, with the hosts file and everything else that it looks at. */
export const resolveHost: ResolveHost = (hostname) => lookup(hostname, { all: true, order: 'verbatim' });
