import type { ConsoleForm } from '../requests/console-entries.ts';
import { curlLine, KEY_VARIABLE } from '../requests/curl-line.ts';
import type { DemoRequest } from '../requests/demo-request.ts';

/** The facts for the greeting of a started example. */
export interface WelcomeFacts {
  readonly title: string;
  readonly url: string;
  readonly dataFolder: string;
  readonly receiver: { readonly url: string };
  readonly target: { readonly host: string; readonly port: number };
  /** The administrator's key, if it was just issued. */
  readonly key: string | undefined;
  /** The command that issues another key. */
  readonly newKeyCommand: string;
  readonly requests: readonly DemoRequest[];
  readonly forms: readonly ConsoleForm[];
  /** The file with the integration, for the command line. */
  readonly commandFile: string;
  readonly notes: readonly string[];
}

/** The greeting of an example: the addresses, the key, and the requests to paste. */
export function welcome(facts: WelcomeFacts): string {
  const { title, url, receiver, target, dataFolder, notes } = facts;
  return [
    '',
    title,
    '',
    `  service    ${url} (described by ${url}/openapi.json)`,
    `  console    ${url}/console/, where the key below signs you in`,
    `  target     ${target.host}:${target.port}, a PostgreSQL server that the Redshift plugin may set up`,
    `  receiver   ${receiver.url}, prints the webhooks that it gets`,
    `  data       ${dataFolder}`,
    ...notes.map((note) => `  note       ${note}`),
    '',
    'Of this machine, the service may connect to this target and this receiver only.',
    '',
    ...keyLines(facts),
    '',
    'Then, line by line:',
    ...facts.requests.flatMap((request) => [`  # ${request.title}`, `  ${curlLine(url, request)}`]),
    '',
    'Or in the console, with the entries of its forms:',
    ...facts.forms.flatMap(formLines),
    '',
    'Or on the command line, which needs no server and changes nothing:',
    ...['validate', 'plan'].map((command) => `  npm run portcullis -- ${command} ${facts.commandFile}`),
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}

/** The width of the longest label. */
const LABEL_WIDTH = 16;

function formLines({ way, entries }: ConsoleForm): readonly string[] {
  return [`  ${way}`, ...entries.map(([label, entry]) => `    ${label.padEnd(LABEL_WIDTH)}  ${entry}`)];
}

function keyLines({ key, newKeyCommand }: WelcomeFacts): readonly string[] {
  if (key === undefined) {
    return [
      'In another terminal, with the key that the first start has shown:',
      `  export ${KEY_VARIABLE}=...`,
      `If it is lost, "${newKeyCommand}" issues another one.`,
    ];
  }
  return [
    `In another terminal. This key is shown now and never again ("${newKeyCommand}" issues another one):`,
    `  export ${KEY_VARIABLE}=${key}`,
  ];
}
