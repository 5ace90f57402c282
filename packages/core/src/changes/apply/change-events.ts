/** Events of the statements that run on a platform. */
export interface ChangeEvents {
  /** A statement is about to run (`intended`), ran or failed. Undoing one is a statement of its own, in the other direction. */
  'operation.statement': {
    readonly integrationId: number;
    readonly operationId: number;
    /** Its number in the journal, from 1. */
    readonly position: number;
    /** Statements that the plan has: what is there already needs none, and undoing adds some. */
    readonly total: number;
    readonly direction: 'forward' | 'compensation';
    readonly status: 'intended' | 'done' | 'failed' | 'unknown' | 'skipped';
    readonly object: { readonly key: string; readonly kind: string; readonly name: string };
    /** The canonical text, with slots where secrets stand. */
    readonly statement: string;
    readonly message?: string;
  };
}
