import { ServiceError } from '@portcullis/core';

/** Waits for a call that may be refused with a reason. */
export async function ignoreRefusal(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!ServiceError.isInstance(error)) throw error;
  });
}
