import { readFileSync } from 'node:fs';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { type ApplyOptions, apply } from './commands/apply.ts';
import type { Context } from './commands/context.ts';
import { integration, integrations } from './commands/integrations.ts';
import { type ListenOptions, listen } from './commands/listen.ts';
import { plan, privileges, SCRIPT_KINDS, type ScriptKind, script, validate } from './commands/preview.ts';
import { DECISIONS, type Decision, decide, unresolved } from './commands/unresolved.ts';
import { type HistoryOptions, history, recover, retry, webhooks } from './commands/webhooks.ts';
import type { ExitCode } from './exit-code.ts';
import { createStyle } from './render/style.ts';
import type { ServerOptions } from './services/remote-service.ts';
import type { Terminal } from './terminal/terminal.ts';

const EXIT_CODES = `
Exit codes: 0 done, 1 failed, 2 wrong command line or file, 3 changes are pending, 4 no response or wrong key, 130 interrupted.

Environment: PORTCULLIS_URL and PORTCULLIS_API_KEY name the server and the API key.
`;

/** The version of this package. */
function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** Creates the command line. `onExit` receives the exit code of a command. */
export function createProgram(terminal: Terminal, onExit: (code: ExitCode) => void): Command {
  const program = new Command('portcullis')
    .description('Integrations with data platforms and webhooks, from YAML files and against a server.')
    .version(readVersion(), '--version', 'print the version of this package')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.note, getOutHasColors: () => terminal.colours })
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('Run with --help for a list of commands.');

  /** Returns the action of a command, which receives its parameters, options and context. */
  const run =
    <Parameters extends readonly unknown[]>(
      action: (context: Context, ...parameters: Parameters) => Promise<ExitCode>,
    ) =>
    async (...args: readonly unknown[]) => {
      const command = args.at(-1) as Command;
      const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
      const context = { terminal, json, style: createStyle({ colours: terminal.colours && !json }) };
      onExit(await action(context, ...(args.slice(0, -1) as unknown as Parameters)));
    };
  const add = (name: string, description: string, parent = program) =>
    parent.command(name).description(description).option('--json', 'print one JSON document');
  const remote = (command: Command) =>
    command
      .option('--server <url>', 'the URL of the API, with its base path (PORTCULLIS_URL)')
      .option('--key-file <path>', 'a file with the API key (PORTCULLIS_API_KEY)')
      .option('--token-file <path>', "instead of a key: a file with a token for the host's own authentication");

  add('plan <file>', 'show the plan of a set-up; connects to the platform, changes nothing').action(
    run((context, file: string) => plan(file, context)),
  );
  add('validate <file>', 'run the validation tests; connects to the platform, changes nothing').action(
    run((context, file: string) => validate(file, context)),
  );
  add('script <file>', 'write the script for manual set-up; opens no connection')
    .addOption(new Option('--kind <kind>', 'the kind of script').choices(SCRIPT_KINDS).default('create'))
    .action(run((context, file: string, { kind }: { kind: ScriptKind }) => script(file, kind, context)));
  add(
    'privileges <file>',
    'write the script of the least-privileged role that can set it up; opens no connection',
  ).action(run((context, file: string) => privileges(file, context)));
  remote(add('apply <path>', 'create or change integrations of a server to match a file or a folder of files'))
    .option('--dry-run', 'show the changes without making them; exits with 3 if there are any')
    .option('--yes', 'do not ask for confirmation')
    .action(run((context, path: string, options: ApplyOptions) => apply(path, options, context)));
  remote(add('integrations', 'list the integrations of a server, or show one with its tests'))
    .argument('[id]', 'the id of the integration to show', positive)
    .action(
      run((context, id: number | undefined, options: ServerOptions) =>
        id === undefined ? integrations(options, context) : integration(id, options, context),
      ),
    );

  remote(add('unresolved', 'list the objects of an integration whose ownership is unresolved'))
    .argument('<id>', 'the id of the integration', positive)
    .action(run((context, id: number, options: ServerOptions) => unresolved(id, options, context)));
  remote(add('decide', 'decide who owns an unresolved object; the next operation continues with it'))
    .argument('<id>', 'the id of the integration', positive)
    .argument('<object>', 'the key of the object')
    .addArgument(
      new Argument('<decision>', 'adopt: it belongs to the integration; leave: it does not').choices(DECISIONS),
    )
    .action(
      run((context, id: number, object: string, decision: Decision, options: ServerOptions) =>
        decide({ id, object, decision }, options, context),
      ),
    );

  const hooks = program.command('webhooks').description('manage the webhooks of a server');
  remote(add('list', 'list the webhooks', hooks)).action(
    run((context, options: ServerOptions) => webhooks(options, context)),
  );
  remote(add('history', 'list the delivery attempts, the newest first', hooks))
    .option('--webhook <id>', 'only attempts of this webhook', positive)
    .option('--failed', 'only failed attempts')
    .option('--limit <n>', 'the maximum number of attempts', positive)
    .action(run((context, options: HistoryOptions) => history(options, context)));
  remote(add('retry', 'send a recorded delivery again', hooks))
    .argument('<record>', 'the id of the record in the history', positive)
    .action(run((context, id: number, options: ServerOptions) => retry(id, options, context)));
  remote(add('recover', 'retry all deliveries that have failed for good', hooks))
    .argument('<webhook>', 'the id of the webhook', positive)
    .requiredOption('--since <time>', 'only those that failed for good at or after this time (ISO 8601)')
    .option('--until <time>', 'only those that failed for good at or before this time (ISO 8601)')
    .option('--limit <n>', 'the maximum number of deliveries', positive)
    .action(run((context, id: number, options: Parameters<typeof recover>[1]) => recover(id, options, context)));
  add('listen', 'receive webhooks on this machine, verify and print them')
    .option('--port <n>', 'the port; 0 for a free one', port, 0)
    .option('--secret-env <name>', 'the environment variable with the secret of the webhook', 'WEBHOOK_SECRET')
    .option('--status <n>', 'the status code of the response to deliveries', statusCode, 204)
    .action(run((context, options: ListenOptions) => listen(options, context)));
  return program;
}

function positive(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number above zero.');
}

function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It must be a port: 0 to 65535.');
}

function statusCode(text: string): number {
  if (/^[2-5]\d\d$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a status code: 200 to 599.');
}
