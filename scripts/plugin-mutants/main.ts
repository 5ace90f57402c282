import { join } from 'node:path';
import { createPluginSubject, type PluginConformance, pluginConformance, runPluginCase } from '@portcullis/testing';
import { markdownTable } from 'markdown-table';
import { PLATFORM_KINDS, type PlatformKind } from '../../packages/create-plugin/src/index.ts';
import { scaffoldedPlugin } from '../../packages/create-plugin/tests/support/scaffolded-plugin.ts';
import { loadMutant } from './load-mutant.ts';
import { type PluginMutant, readMutants } from './plugin-mutant.ts';

/** Milliseconds after which a mutant counts as hung. */
const TIMEOUT_MS = 5_000;

const root = join(import.meta.dirname, '../..');
const [step = '1'] = process.argv.slice(2);
// The sweeps of the kit take samples: a fault that a sample finds is found.
process.env.PORTCULLIS_TESTS = 'sampled';

/** Returns the message of the case that a mutant fails. Empty if the mutant passes. */
async function verdictOf(options: PluginConformance, mutant: PluginMutant): Promise<string> {
  const subject = { ...createPluginSubject(options), timeoutMs: TIMEOUT_MS };
  const own = pluginConformance.filter(({ id }) => id === mutant.case);
  for (const each of own) {
    try {
      await runPluginCase(each, subject);
    } catch (error) {
      return String(error instanceof Error ? error.message : error);
    }
  }
  return '';
}

const templates = new Map<string, ReturnType<typeof scaffoldedPlugin>>();

function folderOf(plugin: string): string {
  if (!Object.hasOwn(PLATFORM_KINDS, plugin)) return join(root, 'plugins', plugin);
  const kind = plugin as PlatformKind;
  const made = templates.get(kind) ?? scaffoldedPlugin({ name: 'Light House', kind, auth: PLATFORM_KINDS[kind].auth });
  templates.set(kind, made);
  return made.folder;
}

const rows: string[][] = [];
let missed = 0;
try {
  const chosen = readMutants().filter((_, at) => at % Number(step) === 0);
  for (const mutant of chosen) {
    const verdict = await loadMutant(folderOf(mutant.plugin), mutant).then(
      (options) => verdictOf(options, mutant),
      (error: unknown) => `The plugin does not load: ${String(error)}`,
    );
    const isNamed = verdict.includes(mutant.says);
    if (!isNamed) missed += 1;
    rows.push([
      mutant.plugin,
      `${mutant.file}: ${oneLine(mutant.text)}`,
      isNamed ? mutant.case : 'missed',
      oneLine(verdict),
    ]);
  }
  const share = Math.floor((100 * (chosen.length - missed)) / chosen.length);
  process.stdout.write(`${markdownTable([['plugin', 'fault', 'case', 'what it said'], ...rows])}\n`);
  process.stdout.write(`${chosen.length - missed} of ${chosen.length} mutants are named by a case (${share} %).\n`);
  if (share < 90) process.exitCode = 1;
} finally {
  for (const made of templates.values()) made.remove();
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, 160);
}
