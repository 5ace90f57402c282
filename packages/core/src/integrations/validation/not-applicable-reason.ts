import type { ValidatedOperation } from '@portcullis/plugin-api';

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const OCCASIONS: Readonly<Record<ValidatedOperation, string>> = {
  create: 'create',
  edit: 'edit',
  delete: 'delete',
  recurring: 'recurring validation',
};

/** Returns the reason why a test for other operations is skipped. */
export function notApplicableReason(operations: readonly ValidatedOperation[]): string {
  return `This is checked during ${LIST.format(operations.map((operation) => OCCASIONS[operation]))} only.`;
}
