/** The kinds of operation. */
export const OPERATION_KINDS = ['create', 'edit', 'delete', 'force-disable', 'migrate', 'rotate'] as const;

/** The status of an operation. `interrupted`: its process stopped, or an unexpected error ended it. */
export const OPERATION_STATUSES = ['running', 'succeeded', 'failed', 'interrupted'] as const;

/** The kind of an operation. */
export type OperationKind = (typeof OPERATION_KINDS)[number];
