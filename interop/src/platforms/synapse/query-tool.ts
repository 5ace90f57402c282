import type { ManualClient } from './manual-client.ts';

/**
 * Runs a script as a query tool does: cut at lines that say GO, each batch on its own, going on behind errors. A line that names a
 * database in a comment is a hint to the person, who connects there.
 *
 * @returns the errors, in order.
 */
export async function runInQueryTool(
  script: string,
  connectTo: (database: string) => Promise<ManualClient>,
  first: string,
): Promise<readonly string[]> {
  const errors: string[] = [];
  let client = await connectTo(first);
  for (const batch of script.split(/^\s*GO\s*$/im)) {
    const database = /^-- == Connected to .*"((?:[^"]|"")+)".* ==$/m.exec(batch)?.[1];
    if (database !== undefined) client = await connectTo(database);
    await client.batch(batch).catch((error: Error) => errors.push(error.message));
  }
  return errors;
}
