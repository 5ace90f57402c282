import { ServiceError } from '../../src/index.ts';

/** The error that a call is refused with. Fails the test when it is not refused, or with an error nobody planned. */
export async function refusalOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (ServiceError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('The call was accepted.');
}
