import { askQuestion } from '../../shared/ask-question.ts';

/** The environment variable with the address of the process that shares its MariaDB with this one. */
export const SHARED_ADDRESS = 'PORTCULLIS_TEST_SHARED_MARIADB';

/** The response to `database`. */
export interface SharedMariaDbDatabase {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Returns the response of the process that shares its MariaDB with this one, or undefined if there is none. */
export function askSharedMariaDb<Result>(question: 'data' | 'database'): Promise<Result | undefined> {
  return askQuestion(SHARED_ADDRESS, question);
}
