import { parseAuth } from '../choices/parse-choices.ts';
import type { PluginChoices } from '../choices/plugin-choices.ts';
import { type PluginNames, pluginNames } from '../choices/plugin-names.ts';
import { alignTables } from './align-tables.ts';
import { keepLines } from './keep-lines.ts';
import { pluginManifest } from './plugin-manifest.ts';
import { ownManifest, type TemplateFile, templateFiles } from './template-files.ts';

/** Files that belong to a sign-in method, by their paths; with a prefix for the kind if they differ. */
const FILES_OF_AUTH: Readonly<Record<string, readonly string[]>> = {
  'src/config/password-fields.ts': ['password'],
  'src/config/key-pair-fields.ts': ['key-pair'],
  'src/config/token-fields.ts': ['token'],
  'src/config/oauth-client-fields.ts': ['oauth-client'],
  'src/connection/access-token.ts': ['oauth-client'],
  // Only for `sql`, because a REST plugin sends all requests through it.
  'sql:src/connection/sender.ts': ['oauth-client'],
  'tests/support/scripted-sender.ts': ['oauth-client'],
};

/**
 * Returns the files of a plugin, without writing them.
 *
 * @throws CreatePluginError if the choices are invalid.
 */
export function renderPlugin({ name, kind, auth, packageName }: PluginChoices): readonly TemplateFile[] {
  const names = pluginNames(name, packageName);
  const chosen = parseAuth(kind, auth);
  const files = templateFiles(kind)
    .filter(
      ({ path }) =>
        (FILES_OF_AUTH[path] ?? FILES_OF_AUTH[`${kind}:${path}`])?.some((each) => chosen.some((one) => one === each)) ??
        true,
    )
    .map(({ path, text }) => ({ path, text: formatted(path, withNames(keepLines(text, chosen), names)) }));
  const manifest = { path: 'package.json', text: pluginManifest(names, kind, ownManifest().devDependencies) };
  return [...files, manifest].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function formatted(path: string, text: string): string {
  return path.endsWith('.md') ? alignTables(text) : text;
}

/** Replaces the name of the platform in the templates, Light House. */
function withNames(text: string, { display, id, identifier, packageName }: PluginNames): string {
  return text
    .replaceAll('portcullis-plugin-light-house', packageName)
    .replaceAll('Light House', display)
    .replaceAll('light-house', id)
    .replaceAll('lightHouse', identifier);
}
