import { askQuestion } from '../../shared/ask-question.ts';
import { SHARED_ADDRESS } from './shared-protocol.ts';

/**
 * Returns the response of the process that shares its PostgreSQL with this one, or undefined if there is none.
 *
 * @throws Error with the reason if that process reports one.
 */
export function askShared<Result>(question: string, about: unknown = {}): Promise<Result | undefined> {
  return askQuestion(SHARED_ADDRESS, question, about);
}
