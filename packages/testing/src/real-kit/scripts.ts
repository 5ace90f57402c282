import type { RequestedScript } from '@portcullis/core';
import { slotText } from '@portcullis/plugin-api';
import { ADMIN } from '../plugin-kit/kit-run/create-kit-run.ts';
import { manualBody, valueAt } from '../plugin-kit/kit-run/set-up.ts';
import type { ResolvedSample } from '../plugin-kit/plugin-subject.ts';
import { commentMarkOf } from '../simulated/platform/script-statements.ts';
import { insideQuotes } from '../simulated/platform/sent-slots.ts';
import type { RealRun } from './real-run.ts';

/** A script with filled slots. */
export interface FilledScript {
  readonly kind: RequestedScript | 'delete';
  readonly script: string;
  readonly warnings: readonly string[];
}

/** Returns the scripts of a sample that its type has, with filled slots. */
export async function scriptsOf(
  run: RealRun,
  sample: ResolvedSample,
  kinds: readonly RequestedScript[],
  id?: number,
): Promise<readonly FilledScript[]> {
  const [type] = await run.integrations.types(ADMIN);
  const scripts: FilledScript[] = [];
  for (const kind of kinds.filter((each) => (type?.scripts as readonly string[] | undefined)?.includes(each))) {
    const { script, warnings } = await run.integrations.script(ADMIN, kind, manualBody(run.subject, sample), id);
    scripts.push({ kind, script: filledIn(run, sample, script), warnings });
  }
  return scripts;
}

/** Fills the slots of a script as its header instructs. Comments stay unchanged. */
export function filledIn({ subject }: Pick<RealRun, 'subject'>, { config }: ResolvedSample, script: string): string {
  const { dialect, manualSecrets = {} } = subject.definition;
  const written = (secret: string): string =>
    dialect?.commands ? insideQuotes(secret, dialect.commands.quote) : (dialect?.quoteLiteral(secret) ?? secret);
  const mark = dialect ? commentMarkOf(dialect) : '';
  const filled = (line: string): string =>
    Object.entries(manualSecrets).reduce(
      (text, [slot, path]) => text.replaceAll(slotText(slot), () => written(String(valueAt(config, path as string)))),
      line,
    );
  const isComment = (line: string): boolean => mark !== '' && line.trimStart().startsWith(mark);
  return script
    .split('\n')
    .map((line) => (isComment(line) ? line : filled(line)))
    .join('\n');
}
