import {
  type Dialect,
  indented,
  type ObjectChange,
  objectChangesOf,
  objectLabel,
  type ScriptLine,
  type ScriptSection,
  type SectionText,
  scriptLines,
  scriptText,
} from '@portcullis/plugin-api';

const quoteText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** The language of the simulated platform: standard quoting, guards as conditions around the statements of an object. */
export const simulatedDialect: Dialect = {
  language: 'Simulated SQL',
  separator: ';',
  quoteIdentifier: (path) => path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'),
  quoteLiteral: (value) => (typeof value === 'string' ? quoteText(value) : String(value)),
  comment: (text) => `-- ${text}`,
  switchRole: (role) => `ACT AS ${role}`,
  renderSection: renderGuards,
};

function renderGuards({ steps }: ScriptSection): SectionText {
  return { text: objectChangesOf(steps).map(guarded).map(scriptText).join('\n'), warnings: [] };
}

function guarded(change: ObjectChange): readonly ScriptLine[] {
  const { action, exists, ours, foreignContents = [] } = change;
  const statements = change.steps.flatMap(({ text }) => scriptLines(`${text};`));
  if (ours === undefined) return statements;
  const stop = scriptLines(`RAISE ${quoteText(`${objectLabel(change)} is not ours.`)};`);
  const refusals = foreignContents.flatMap(({ list }) => when(`EXISTS (${list})`, stop));
  if (action === 'drop') return when(`EXISTS (${ours})`, [...refusals, ...statements]);
  const isOurs = `NOT EXISTS (${ours})`;
  if (action === 'alter') return [...when(isOurs, stop), ...statements];
  return when(`NOT EXISTS (${exists})`, statements, ours === exists ? undefined : [`ELSIF ${isOurs} THEN`, stop]);
}

function when(
  condition: string,
  then: readonly ScriptLine[],
  otherwise?: readonly [string, readonly ScriptLine[]],
): readonly ScriptLine[] {
  const rest = otherwise ? [...scriptLines(otherwise[0]), ...indented(otherwise[1])] : [];
  return [...scriptLines(`IF ${condition} THEN`), ...indented(then), ...rest, ...scriptLines('END IF;')];
}
