import { findProgram } from '../find-program.ts';

/** The environment variable that names the program. */
const VARIABLE = 'PORTCULLIS_TEST_MARIADB';

/** The message of a skipped test without a server. */
export const NO_MARIADB = `No MariaDB here: put mariadbd on the PATH, or its path into ${VARIABLE}.`;

/**
 * Returns the path of `mariadbd` on this machine, or undefined. The environment variable `PORTCULLIS_TEST_MARIADB` takes
 * precedence.
 */
export function findMariaDb(): string | undefined {
  return findProgram({ variable: VARIABLE, names: ['mariadbd'], folders: ['/usr/sbin'] });
}
