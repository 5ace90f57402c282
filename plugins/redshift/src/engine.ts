/**
 * The engine of a target. `redshift` is the product; `postgresql` is for tests on a PostgreSQL server, which
 * understands most of the same statements. Where the two differ, a step names its engine.
 */
export type Engine = 'redshift' | 'postgresql';

/** The differences between the engines that a word or a number expresses. */
export interface EngineFacts {
  /** The name for users. */
  readonly product: string;
  /**
   * The longest name, in bytes of UTF-8. Sources: Amazon Redshift Database Developer Guide, "Names and identifiers"; PostgreSQL
   * manual, "Identifiers and Key Words" (longer names are cut there without an error).
   */
  readonly nameBytes: number;
  /** True when quoted names lose their upper-case letters, "Names and identifiers". User names never do. */
  readonly foldsNames: boolean;
}

/** The engines. */
export const ENGINES: Readonly<Record<Engine, EngineFacts>> = {
  redshift: { product: 'Amazon Redshift', nameBytes: 127, foldsNames: true },
  postgresql: { product: 'PostgreSQL', nameBytes: 63, foldsNames: false },
};
