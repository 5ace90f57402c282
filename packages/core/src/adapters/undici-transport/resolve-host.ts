/** An address that a name stands for. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds all addresses of a name. Rejects with the code of the resolver, such as `ENOTFOUND`. */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;
