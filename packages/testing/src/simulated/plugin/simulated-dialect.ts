import type { Dialect, ScriptSection, ScriptStep, SectionText } from '@portcullis/plugin-api';

/** The language of the simulated platform: standard quoting, guards as a line before the statement. */
export const simulatedDialect: Dialect = {
  language: 'Simulated SQL',
  separator: ';',
  quoteIdentifier: (path) => path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'),
  quoteLiteral: (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)),
  comment: (text) => `-- ${text}`,
  switchRole: (role) => `ACT AS ${role}`,
  renderSection: renderGuards,
};

function renderGuards({ steps }: ScriptSection): SectionText {
  return { text: steps.map(guarded).join('\n'), warnings: [] };
}

function guarded({ action, exists, ours, holds = [], text }: ScriptStep): string {
  const guard = action === 'create' ? exists && `UNLESS (${exists})` : ours && `PROVIDED (${ours})`;
  const looks = holds.map(({ list }) => `UNLESS ANY (${list})\n`).join('');
  return `${guard ? `${guard}\n` : ''}${looks}${text};`;
}
