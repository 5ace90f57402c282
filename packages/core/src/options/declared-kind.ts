import type { z } from 'zod';

/** A notification kind that the host declares. */
export interface DeclaredKind {
  /** The name of the kind, by which `notify` and webhooks select it. */
  readonly kind: string;
  /** The class, which decides who can subscribe: only administrators to `system`, any user to the others. */
  readonly class: 'system' | 'access' | 'activity';
  /** The trigger, in one sentence. */
  readonly trigger: string;
  /** `{name}` is replaced by the metadata field. */
  readonly text: string;
  /**
   * The schema of its metadata, as a zod object: `notify` checks it, as with the kinds of the catalogue, and is typed by
   * it. It also permits the fields of every kind, and no others unless the schema is loose. It must not be asynchronous, and
   * its output must be JSON. @default any JSON
   */
  readonly metadata?: z.ZodObject;
}

/** Kinds that a host declares. */
export type DeclaredKinds = readonly DeclaredKind[];
