import { parseArgs } from 'node:util';
import { CreatePluginError } from '../create-plugin-error.ts';

/** The flags of the command line. */
export interface Flags {
  readonly name?: string | undefined;
  readonly kind?: string | undefined;
  readonly auth?: readonly string[] | undefined;
  readonly folder?: string | undefined;
  readonly packageName?: string | undefined;
  /** True to use the defaults of missing flags without questions. */
  readonly yes: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** The usage of the command. */
export const USAGE = `npm create @portcullis/plugin -- [options]

Writes a Portcullis plugin for a data platform of your own: a package that installs, type-checks and passes the
conformance kit. Asks for the choices that the options omit.

  --name <name>      the display name of the platform: "MariaDB"
  --kind <kind>      sql (statements over a driver), rest (calls) or command (lists of arguments). Default: sql
  --auth <kinds>     sign-in methods, separated by commas. sql: password, key-pair, oauth-client; rest: token, password,
                     oauth-client; command: password. Default: the first
  --folder <folder>  the folder of the package; new or empty. Default: the name of the package
  --package <name>   the name of the package. Default: portcullis-plugin-<name>
  --yes              use the defaults and ask no questions
  --help, --version
`;

/**
 * Reads the command line.
 *
 * @throws CreatePluginError `ARGUMENTS_INVALID`
 */
export function readFlags(parameters: readonly string[]): Flags {
  const { values, positionals } = parse(parameters);
  const [name = values.name, ...more] = positionals;
  if (more.length > 0) throw invalid(`"${more.join(' ')}" is not an option: put a name of several words in quotes.`);
  return {
    name,
    kind: values.kind,
    auth: values.auth
      ?.flatMap((each) => each.split(','))
      .map((each) => each.trim())
      .filter((each) => each !== ''),
    folder: values.folder,
    packageName: values.package,
    yes: values.yes ?? false,
    help: values.help ?? false,
    version: values.version ?? false,
  };
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        kind: { type: 'string' },
        auth: { type: 'string', multiple: true },
        folder: { type: 'string' },
        package: { type: 'string' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

function invalid(message: string): CreatePluginError {
  const help = 'See "npm create @portcullis/plugin -- --help". With npm, options go after "--".';
  return new CreatePluginError({ code: 'ARGUMENTS_INVALID', message, help });
}
