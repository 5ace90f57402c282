import { ServiceError } from '../../src/index.ts';

/**
 * Returns the error of a refused call. Fails the test if the call is not refused, or fails with an unexpected error.
 */
export async function refusalOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (ServiceError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('The call was accepted.');
}
