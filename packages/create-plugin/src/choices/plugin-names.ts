import { CreatePluginError } from '../create-plugin-error.ts';

/** The forms of the name of a platform in a plugin. */
export interface PluginNames {
  /** The display name, and `type` in the API: `Light House`. */
  readonly display: string;
  /** kebab-case: `light-house`. */
  readonly id: string;
  /** The function that creates the plugin: `lightHouse`. */
  readonly identifier: string;
  readonly packageName: string;
}

const DISPLAY = /^[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z0-9]+)*$/;
const DISPLAY_LENGTH = 40;
/** Source: npm documentation, "package.json", name. */
const PACKAGE = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const PACKAGE_LENGTH = 214;

/** The ids of the platforms that already have a plugin, with their short names. */
const SHIPPED: Readonly<Record<string, string>> = {
  snowflake: 'snowflake',
  databricks: 'databricks',
  redshift: 'redshift',
  'amazon-redshift': 'redshift',
  synapse: 'synapse',
  'azure-synapse-analytics': 'synapse',
  bigquery: 'bigquery',
  'google-bigquery': 'bigquery',
  s3: 's3',
  'native-s3': 's3',
  trino: 'trino',
};

/** Words that cannot be the name of a function. Source: ECMA-262, "Keywords and Reserved Words". */
const RESERVED =
  /^(await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|arguments|eval)$/;

/**
 * Converts the name of a platform to its forms.
 *
 * @throws CreatePluginError `NAME_INVALID`, `NAME_TAKEN` or `PACKAGE_NAME_INVALID`
 */
export function pluginNames(name: string, packageName?: string): PluginNames {
  const display = name.trim();
  if (!DISPLAY.test(display) || display.length > DISPLAY_LENGTH) {
    throw new CreatePluginError({
      code: 'NAME_INVALID',
      message: `"${display}" cannot be the name of a platform.`,
      help: `Use letters, digits, single spaces and hyphens, beginning with a letter, at most ${DISPLAY_LENGTH}: MariaDB, Light House.`,
    });
  }
  const words = display.toLowerCase().split(/[ -]/);
  const id = words.join('-');
  const identifier = words.map((word, index) => (index === 0 ? word : capitalised(word))).join('');
  const shipped = Object.hasOwn(SHIPPED, id) ? SHIPPED[id] : undefined;
  if (shipped !== undefined) {
    throw new CreatePluginError({
      code: 'NAME_TAKEN',
      message: `There is a plugin for ${display}: @portcullis/plugin-${shipped}.`,
      help: `Install it with "npm install @portcullis/plugin-${shipped}", or give your platform another name.`,
    });
  }
  if (RESERVED.test(identifier)) {
    throw new CreatePluginError({
      code: 'NAME_INVALID',
      message: `"${identifier}" is a reserved word of JavaScript and cannot be the name of the function that creates the plugin.`,
      help: `Add a word: "${display} DB".`,
    });
  }
  return { display, id, identifier, packageName: parsePackageName(packageName?.trim() || `portcullis-plugin-${id}`) };
}

function parsePackageName(packageName: string): string {
  if (PACKAGE.test(packageName) && packageName.length <= PACKAGE_LENGTH && !packageName.startsWith('@portcullis/')) {
    return packageName;
  }
  const reason = packageName.startsWith('@portcullis/') ? 'The scope @portcullis is reserved' : 'npm does not allow it';
  throw new CreatePluginError({
    code: 'PACKAGE_NAME_INVALID',
    message: `"${packageName}" cannot be the name of the package. ${reason}.`,
    help: 'Use lower-case letters, digits, hyphens, dots and underscores, optionally with your own scope: @acme/portcullis-plugin-mariadb.',
  });
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
