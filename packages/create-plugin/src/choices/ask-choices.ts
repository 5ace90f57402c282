import { CreatePluginError } from '../create-plugin-error.ts';
import type { Option, Terminal } from '../terminal/terminal.ts';
import { parseAuth, parseKind } from './parse-choices.ts';
import { AUTH_KINDS, type AuthKind, PLATFORM_KINDS, type PlatformKind } from './plugin-choices.ts';
import { pluginNames } from './plugin-names.ts';
import type { Flags } from './read-flags.ts';

/** All choices for a new plugin. */
export interface Choices {
  readonly name: string;
  readonly kind: PlatformKind;
  readonly auth: readonly AuthKind[];
  readonly packageName: string;
  readonly folder: string;
}

/**
 * Returns the choices of the command line, and asks the user for missing ones. With `--yes`, or without a terminal, it
 * uses the defaults; the name has no default.
 *
 * @returns `undefined` if the user cancelled.
 * @throws CreatePluginError if a choice of the command line is invalid, before the next question.
 */
export async function askChoices(flags: Flags, terminal: Terminal): Promise<Choices | undefined> {
  const isInteractive = terminal.interactive && !flags.yes;
  if (flags.name === undefined && !isInteractive) {
    throw new CreatePluginError({
      code: 'ARGUMENTS_INVALID',
      message: 'The name of the platform is missing, and there is no terminal to ask for it.',
      help: 'Pass --name, for example: npm create @portcullis/plugin -- --name "Light House" --kind sql --auth password --yes',
    });
  }
  const name =
    flags.name ?? (await terminal.text({ message: 'What is the name of the platform?', check: problemOfName }));
  if (name === undefined) return undefined;
  const suggested = pluginNames(name, flags.packageName).packageName;

  const kind = flags.kind === undefined && isInteractive ? await askKind(terminal) : parseKind(flags.kind ?? 'sql');
  if (kind === undefined) return undefined;

  const auth =
    flags.auth === undefined && isInteractive
      ? await askAuth(kind, terminal)
      : parseAuth(kind, flags.auth ?? PLATFORM_KINDS[kind].auth.slice(0, 1));
  if (auth === undefined) return undefined;

  const packageName =
    flags.packageName === undefined && isInteractive
      ? await terminal.text({
          message: 'What is the name of the package?',
          initial: suggested,
          check: (response) => problemOfName(name, response),
        })
      : suggested;
  if (packageName === undefined) return undefined;

  const initial = packageName.replace(/^@[^/]*\//, '');
  const folder =
    flags.folder === undefined && isInteractive
      ? await terminal.text({ message: 'Which folder should contain it?', initial, check: () => undefined })
      : (flags.folder ?? initial);
  return folder === undefined ? undefined : { name, kind, auth, packageName, folder };
}

function askKind(terminal: Terminal): Promise<PlatformKind | undefined> {
  return terminal.choose('What is the kind of the platform?', optionsOf(PLATFORM_KINDS));
}

function askAuth(kind: PlatformKind, terminal: Terminal): Promise<readonly AuthKind[] | undefined> {
  const { auth } = PLATFORM_KINDS[kind];
  const options = optionsOf(AUTH_KINDS).filter(({ value }) => auth.includes(value));
  return terminal.chooseSome('How does the service sign in?', options);
}

function optionsOf<Value extends string>(
  table: Readonly<Record<Value, { readonly title: string; readonly hint: string }>>,
): readonly Option<Value>[] {
  return (Object.keys(table) as Value[]).map((value) => ({ value, ...table[value] }));
}

function problemOfName(name: string, packageName?: string): string | undefined {
  try {
    pluginNames(name, packageName);
    return undefined;
  } catch (error) {
    if (error instanceof CreatePluginError) return `${error.message} ${error.help}`;
    throw error;
  }
}
