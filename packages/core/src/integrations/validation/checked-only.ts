import type { ValidatedOperation } from '@portcullis/plugin-api';

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const OCCASIONS: Readonly<Record<ValidatedOperation, string>> = {
  create: 'create',
  edit: 'edit',
  delete: 'delete',
  recurring: 'recurring validation',
};

/** Why a test is skipped that belongs to other operations. */
export function checkedOnly(operations: readonly ValidatedOperation[]): string {
  return `This is checked during ${LIST.format(operations.map((operation) => OCCASIONS[operation]))} only.`;
}
