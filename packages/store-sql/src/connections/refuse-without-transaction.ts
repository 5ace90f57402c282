import { StoreError } from '@portcullis/core/ports';

/** Outside a transaction each write would be committed separately, which would defeat the purpose of joining. */
export function refuseWithoutTransaction(isOpen: boolean, expected: string): void {
  if (isOpen) return;
  throw new StoreError('STORE_INPUT_INVALID', `No transaction is open on the argument: pass ${expected}.`);
}
