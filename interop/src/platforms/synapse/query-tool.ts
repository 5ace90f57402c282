import type { ManualClient } from './manual-client.ts';

/**
 * Runs a script as a query tool does: split at GO lines, each batch separately, and continuing after errors. A comment
 * line that names a database tells the user to connect there.
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
