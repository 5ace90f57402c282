/**
 * What a target runs. `redshift` is the product; `postgresql` is for trials and tests on a PostgreSQL server, which
 * understands most of the same statements. Where the two differ, a step says which engine it is for.
 */
export type Engine = 'redshift' | 'postgresql';

/** What differs between the engines and can be said in a word or a number. */
export interface EngineFacts {
  /** The name for people. */
  readonly product: string;
  /**
   * The longest name, in bytes of UTF-8. Sources: Amazon Redshift Database Developer Guide, "Names and identifiers"; PostgreSQL
   * manual, "Identifiers and Key Words" (longer names are cut there without an error).
   */
  readonly nameBytes: number;
  /** Whether quoted names lose their upper-case letters, "Names and identifiers". User names never do. */
  readonly foldsNames: boolean;
}

/** The engines. */
export const ENGINES: Readonly<Record<Engine, EngineFacts>> = {
  redshift: { product: 'Amazon Redshift', nameBytes: 127, foldsNames: true },
  postgresql: { product: 'PostgreSQL', nameBytes: 63, foldsNames: false },
};
