/**
 * The set-up of every run of Vitest. Its test files share one PostgreSQL and one MariaDB, each of which starts with the
 * first test that opens a database there.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { sharePostgres } = await import('../packages/testing/src/postgres.ts');
  const { shareMariaDb } = await import('../packages/testing/src/mariadb.ts');
  const shared = [await sharePostgres(), await shareMariaDb()];
  return async () => {
    for (const server of shared) await server.stop();
  };
}
