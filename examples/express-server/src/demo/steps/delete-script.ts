import type { ScriptResponse } from '@portcullis/core';
import { DATABASE, type DemoContext } from '../demo-context.ts';
import { expectThat } from '../expect.ts';

/** Lines of the script that are printed. */
const SHOWN = 40;

/** Requests the script for a manual removal, and prints its beginning. */
export async function deleteScript({ send, print }: DemoContext, id: string): Promise<void> {
  const { body } = await send<ScriptResponse>(`POST /integrations/${id}/scripts/delete`, 200);
  print(`${body.fileName}, ${body.language}, for ${body.target}`);
  const lines = body.script.trimEnd().split('\n');
  for (const line of lines.slice(0, SHOWN)) print(`  ${line}`);
  if (lines.length > SHOWN) print(`  ... and ${lines.length - SHOWN} more lines`);
  for (const warning of body.warnings) print(`warning: ${warning}`);
  expectThat(
    'It drops the database',
    body.script.includes(`DROP DATABASE "${DATABASE}"`),
    'DROP DATABASE',
    body.script,
  );
}
