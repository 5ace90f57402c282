import type { EngineTransaction } from './store-engine.ts';

/** Runs one engine operation in its own transaction, so that a failure leaves no partial change. */
export async function inOwnTransaction<Result>(
  begin: () => Promise<EngineTransaction>,
  work: (transaction: EngineTransaction) => Promise<Result>,
): Promise<Result> {
  const transaction = await begin();
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}
