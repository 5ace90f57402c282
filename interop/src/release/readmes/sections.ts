import type { SetupPrivilegesView } from '@portcullis/core';
import { markdownTable } from 'markdown-table';
import { type ConfigNode, configRows } from './config-rows.ts';
import type { PluginFacts } from './plugin-facts.ts';

type NeededPrivilege = SetupPrivilegesView['privileges'][number];

/** The generated sections of a plugin's README, by the name in their markers. */
export const SECTIONS: Readonly<Record<string, (facts: PluginFacts) => string>> = {
  config: configTable,
  privileges: privilegeTable,
  scripts: scriptBlocks,
};

/** The fields of the config, from the schema. */
function configTable({ definition, type }: PluginFacts): string {
  const rows = configRows(type.configSchema as ConfigNode).map((row) => {
    const isFixed = definition.immutable.some((path) => row.path === path || row.path.startsWith(`${path}.`));
    const marks = [row.exposure, isFixed ? 'fixed' : ''].filter((mark) => mark !== '').join(', ');
    return [`\`${row.path}\``, row.values, row.needed, row.default, marks, row.description].map(cell);
  });
  const table = markdownTable([['field', 'values', 'needed', 'default', 'marks', 'meaning'], ...rows]);
  const kept = 'Responses never contain **secret** or **hidden** values, and scripts never contain secret ones.';
  const fixed = definition.editable ? ' PUT cannot change what is **fixed**.' : '';
  return `${table}\n\n${kept}${fixed}`;
}

/** Returns the privileges that the set-up of the first sample requires, by account. */
function privilegeTable({ definition, privileges }: PluginFacts): string {
  const features = featuresOf(definition);
  const rows = privileges.privileges.map((each) => [
    privilegeName(each),
    each.on,
    each.heldBy === 'setup' ? 'set-up' : 'service',
    each.operations.join(', '),
    [...new Set(each.objects.map(({ key }) => features.get(key) ?? 'base'))].join(', '),
    needing(each),
  ]);
  const head = ['privilege', 'on', 'who', 'to', 'feature', 'needed for'];
  const table = markdownTable([head, ...rows.map((row) => row.map(cell))]);
  return folded(`Every privilege for the first sample config, ${rows.length} rows`, table);
}

function privilegeName({ name, anyOf, withGrant, comesWith, grantable }: NeededPrivilege): string {
  const others = anyOf.map((other) => ` or ${other}`).join('');
  const source = comesWith === undefined ? (grantable ? '' : ' (cannot be granted)') : ' (comes with the object)';
  return `\`${name}\`${others}${withGrant ? ', to pass on' : ''}${source}`;
}

/** The limit above which objects are counted instead of listed. */
const NAMED_OBJECTS = 3;

function needing({ objects }: NeededPrivilege): string {
  const named = objects
    .slice(0, NAMED_OBJECTS)
    .map(({ kind, name }) => (name.startsWith(kind) ? name : `${kind} ${name}`));
  const more = objects.length - named.length;
  return `${named.join('; ')}${more > 0 ? `; ${more} more` : ''}`;
}

function featuresOf(definition: PluginFacts['definition']): ReadonlyMap<string, string> {
  const mode = definition.bootstrap === 'automatic-or-manual' ? 'automatic' : 'manual';
  const config = definition.config.parse(definition.samples[0]);
  const objects = definition.objects(config, { mode, facts: {}, mark: String, options: {} });
  return new Map(objects.map(({ key, feature = 'base' }) => [key, feature]));
}

/** The scripts for the first sample, folded because of their length. */
function scriptBlocks({ privileges, scripts }: PluginFacts): string {
  const blocks = scripts.map(({ kind, response }) => foldedCode(`<code>${kind}</code>`, response.script, 'sql'));
  const { fileName, script, role } = privileges;
  const title = `The set-up role: <code>${fileName}</code>`;
  return [...blocks, ...(role ? [foldedCode(title, script, highlighter(fileName))] : [])].join('\n\n');
}

function foldedCode(title: string, text: string, language: string): string {
  const lines = text.trimEnd().split('\n');
  const block = [`\`\`\`${language}`, ...lines.map((line) => line.trimEnd()), '```'].join('\n');
  return folded(`${title}, ${lines.length} lines`, block);
}

function folded(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}

function highlighter(fileName: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1);
  return { tf: 'hcl', txt: 'text' }[ending] ?? ending;
}

function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('<', '&lt;');
}
