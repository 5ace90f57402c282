/** The action of a step on its object. */
export type StepAction = 'create' | 'alter' | 'drop';

/** One statement of a script, as the core passes it to {@link Dialect.renderSection}. */
export interface ScriptStep {
  readonly action: StepAction;
  /** Key, kind and physical name of the managed object. */
  readonly object: { readonly key: string; readonly kind: string; readonly name: string };
  /** The canonical text, slots included. */
  readonly text: string;
  /** A query, rendered, that returns a row when an object of this kind and name exists, regardless of its owner. */
  readonly exists?: string | undefined;
  /** A query, rendered, that returns a row when the object exists and is ours. */
  readonly ours?: string | undefined;
  /** Queries, rendered, for the foreign objects in it. A drop must not run while one of them returns a row. */
  readonly foreignContents?: readonly ContentsText[] | undefined;
  /** True when the statement must be alone: outside a transaction, a batch or a procedure. */
  readonly alone: boolean;
  /** True for the first statement of this object in this section. */
  readonly first: boolean;
}

/** A rendered `ContentsQuery`. */
export interface ContentsText {
  readonly list: string;
  readonly foreign?: string;
}

/** The statements of one stage and role. */
export interface ScriptSection {
  readonly stage: string;
  readonly role?: string | undefined;
  readonly steps: readonly ScriptStep[];
}

/** The text of a section, and its warnings. */
export interface SectionText {
  readonly text: string;
  /** One sentence each; they go into the script's `warnings` and into its header. */
  readonly warnings: readonly string[];
}
