/** The set-up of every run of Vitest: its test files share one PostgreSQL, which starts when the first of them opens a database. */
export default async function setup(): Promise<() => Promise<void>> {
  const { sharePostgres } = await import('../packages/testing/src/postgres.ts');
  const shared = await sharePostgres();
  return () => shared.stop();
}
