import { relative, resolve } from 'node:path';
import { askChoices, type Choices } from './choices/ask-choices.ts';
import { readFlags, USAGE } from './choices/read-flags.ts';
import { createPlugin } from './create-plugin.ts';
import { CreatePluginError } from './create-plugin-error.ts';
import { ownManifest } from './template/template-files.ts';
import type { Terminal } from './terminal/terminal.ts';
import { checkFolder } from './writing/write-plugin.ts';

/** The address of the guide for users without a clone. */
const GUIDE = 'https://github.com/portcullis-dev/portcullis/blob/main/docs/write-a-platform-plugin.md';

/**
 * Runs `npm create @portcullis/plugin` and never throws.
 *
 * @returns the exit code: 0, 1 with a message that says what to do, 130 if the user cancelled.
 */
export async function runCommand(parameters: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const flags = readFlags(parameters);
    if (flags.help) terminal.out(USAGE);
    if (flags.version) terminal.out(`${ownManifest().version}\n`);
    if (flags.help || flags.version) return 0;
    const choices = await askChoices(flags, terminal);
    if (!choices) {
      terminal.note('Nothing was written.\n');
      return 130;
    }
    const folder = resolve(terminal.folder, choices.folder);
    checkFolder(folder);
    await checkPackageName(choices.packageName, terminal);
    const paths = createPlugin(choices, folder);
    terminal.out(nextSteps(choices, relative(terminal.folder, folder), paths.length, terminal.packageManager));
    return 0;
  } catch (error) {
    if (!(error instanceof CreatePluginError)) throw error;
    terminal.note(`${error.message}\n${error.help}\n`);
    return 1;
  }
}

/** @throws CreatePluginError `PACKAGE_NAME_TAKEN` */
async function checkPackageName(packageName: string, terminal: Terminal): Promise<void> {
  const published = await terminal.isPublished(packageName);
  if (published === undefined) {
    terminal.note(`The registry did not say whether a package ${packageName} exists: check before you publish.\n`);
  }
  if (!published) return;
  throw new CreatePluginError({
    code: 'PACKAGE_NAME_TAKEN',
    message: `A package ${packageName} exists already.`,
    help: 'Check whether it does what you need, or choose another name with --package. Nothing was written.',
  });
}

function nextSteps({ name, packageName }: Choices, folder: string, files: number, packageManager: string): string {
  const enter = folder === '' ? '' : `  cd ${/\s/.test(folder) ? JSON.stringify(folder) : folder}\n`;
  return `${packageName}: ${files} files, a plugin that works for a platform like the template's.

${enter}  ${packageManager} install
  ${packageManager} test              it passes the conformance kit

Then adapt it to ${name}: README.md, "Next steps", says in which order. The guide:
${GUIDE}
`;
}
