/**
 * The engine of a target. `redshift` is the product; `postgresql` is for tests on a PostgreSQL server, which
 * understands most of the same statements. A step that only one of them supports names its engine.
 */
export type Engine = 'redshift' | 'postgresql';

/** Facts in which the engines differ. */
export interface EngineFacts {
  /** The name for users. */
  readonly product: string;
  /**
   * Maximum length of a name, in bytes of UTF-8. Sources: Amazon Redshift Database Developer Guide, "Names and
   * identifiers"; PostgreSQL manual, "Identifiers and Key Words" (it truncates longer names without an error).
   */
  readonly maxNameBytes: number;
  /** True if quoted names are folded to lower case ("Names and identifiers"). User names are never folded. */
  readonly foldsNames: boolean;
}

/** The engines. */
export const ENGINES: Readonly<Record<Engine, EngineFacts>> = {
  redshift: { product: 'Amazon Redshift', maxNameBytes: 127, foldsNames: true },
  postgresql: { product: 'PostgreSQL', maxNameBytes: 63, foldsNames: false },
};
