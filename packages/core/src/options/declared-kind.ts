import type { z } from 'zod';

/** A notification kind of the host's own. */
export interface DeclaredKind {
  readonly kind: string;
  readonly class: 'system' | 'access' | 'activity';
  /** When it is emitted, one sentence. */
  readonly trigger: string;
  /** `{name}` is replaced by the metadata field. */
  readonly text: string;
  /**
   * The schema of its metadata, as a zod object: `notify` checks it, as with the kinds of the catalogue, and is typed by
   * it. The fields that every kind may hold are allowed besides; others are not, unless the schema is a loose one. It must
   * not be asynchronous, and its output must be JSON. @default any JSON
   */
  readonly metadata?: z.ZodObject;
}

/** Kinds that a host declares. */
export type DeclaredKinds = readonly DeclaredKind[];
