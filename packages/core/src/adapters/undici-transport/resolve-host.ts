/** An address of a name. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves all addresses of a name. Rejects with the code of the resolver, such as `ENOTFOUND`. */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;
