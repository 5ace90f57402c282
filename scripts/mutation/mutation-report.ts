import { markdownTable } from 'markdown-table';
import type { Mutant, Outcome } from './mutant.ts';

/** A mutant and the outcome of its tests. */
export interface MutationResult {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

/** Returns the results as Markdown: counts by area, then each mutant that no test noticed. */
export function mutationReport(results: readonly MutationResult[]): string {
  const areas = [...Map.groupBy(results, ({ mutant }) => areaOf(mutant.file))].toSorted(([left], [right]) =>
    left.localeCompare(right),
  );
  const counts = [...areas, ['all', results] as const].map(([area, own]) => {
    const unnoticed = own.filter(isUnnoticed).length;
    const killed = own.length - unnoticed;
    return [
      area,
      String(own.length),
      String(killed),
      String(unnoticed),
      `${((100 * killed) / own.length).toFixed(1)} %`,
    ];
  });
  const rows = results.filter(isUnnoticed).map(({ mutant, outcome }) => {
    const tests = outcome.status === 'survived' ? String(outcome.tests) : '0';
    return [`${mutant.file}:${mutant.line}`, mutant.kind, code(mutant.before), code(mutant.after), tests];
  });
  return [
    markdownTable([['area', 'faults', 'killed', 'out of time', 'survived', 'noticed'], ...counts]),
    markdownTable([['place', 'kind', 'before', 'after', 'tests that passed'], ...rows]),
  ].join('\n\n');
}

function isUnnoticed({ outcome }: MutationResult): boolean {
  return outcome.status === 'survived' || outcome.status === 'untested';
}

/** The package and its folder below `src`. */
function areaOf(file: string): string {
  const [, name = '', , folder = '', next = ''] = file.split('/');
  const area = folder === 'delivery' ? `${folder}/${next}` : folder;
  return area.endsWith('.ts') ? name : `${name}/${area}`;
}

function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'");
  return `\`${line.length > 70 ? `${line.slice(0, 67)}...` : line}\``;
}
