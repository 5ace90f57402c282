/** Events of the statements that run on a platform. */
export interface ChangeEvents {
  /** A statement is about to run (`intended`), ran or failed. Its undo is a separate statement, in the other direction. */
  'operation.statement': {
    readonly integrationId: number;
    readonly operationId: number;
    /** Its number in the journal, from 1. */
    readonly position: number;
    /** The statements of the plan: existing objects need none, and an undo adds some. */
    readonly total: number;
    readonly direction: 'forward' | 'compensation';
    readonly status: 'intended' | 'done' | 'failed' | 'unknown';
    readonly object: { readonly key: string; readonly kind: string; readonly name: string };
    /** The canonical text, with slots in place of secrets. */
    readonly statement: string;
    readonly message?: string;
  };
}
