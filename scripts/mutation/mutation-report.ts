import { markdownTable } from 'markdown-table';
import { EXPLAINED } from './explained.ts';
import type { Mutant, Outcome } from './mutant.ts';

/** A mutant and the outcome of its tests. */
export interface MutationResult {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

/** Returns the results as Markdown: counts by area, then each mutant that no test detected. */
export function mutationReport(results: readonly MutationResult[]): string {
  const areas = [...Map.groupBy(results, ({ mutant }) => mutant.area)];
  const counts = areas.map(([area, own]) => {
    const undetected = own.filter(isUndetected);
    const explained = undetected.filter(({ mutant }) => reasonOf(mutant) !== undefined).length;
    const killed = own.length - undetected.length;
    const share = (100 * killed) / own.length;
    return [area, own.length, killed, explained, undetected.length - explained, `${share.toFixed(1)} %`].map(String);
  });
  const rows = results.filter(isUndetected).map(({ mutant, outcome }) => {
    const tests = outcome.status === 'survived' ? String(outcome.tests) : '0';
    const place = `${mutant.file.replace(/^packages\/(core|plugin-api)\/src\//, '')}:${mutant.line}`;
    return [mutant.area, place, code(mutant.before), code(mutant.replacement), tests, reasonOf(mutant) ?? 'open'];
  });
  return [
    markdownTable([['area', 'faults', 'killed', 'explained', 'open', 'killed, in percent'], ...counts]),
    markdownTable([['area', 'place', 'before', 'after', 'tests that pass', 'why no test fails'], ...rows]),
  ].join('\n\n');
}

function isUndetected({ outcome }: MutationResult): boolean {
  return outcome.status === 'survived' || outcome.status === 'untested';
}

function reasonOf({ file, before, replacement }: Mutant): string | undefined {
  const same = (left: string, right: string): boolean => oneLine(left) === oneLine(right);
  return EXPLAINED.find(
    (each) => file.endsWith(each.file) && same(each.before, before) && same(each.after, replacement),
  )?.why;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function code(text: string): string {
  const line = oneLine(text).replaceAll('|', '\\|').replaceAll('`', "'");
  return `\`${line.length > 70 ? `${line.slice(0, 67)}...` : line}\``;
}
