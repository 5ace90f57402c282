import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { SEMANTIC_VERSION } from './check-identity.ts';
import { type Issues, issue, issueIf } from './issues.ts';

/** Checks that migrations lead to semantic versions, oldest first, and not past the version of the plugin. */
export function checkMigrations({ migrations = [], version }: AnyPluginDefinition): Issues {
  return migrations.flatMap(({ to }, index): Issues => {
    const path = `migrations[${index}].to`;
    if (!SEMANTIC_VERSION.test(to)) {
      return issue(path, `"${to}" is not a semantic version.`, 'Use a version such as "1.0.0".');
    }
    const previous = migrations[index - 1]?.to;
    const isLater = previous === undefined || compare(previous, to) < 0;
    const fix = `Use a version up to "${version}", or raise the plugin's.`;
    return [
      ...issueIf(!isLater, path, `"${to}" is not after "${previous}".`, 'List them oldest first, each once.'),
      ...issueIf(compare(to, version) > 0, path, `"${to}" is after the version of the plugin.`, fix),
    ];
  });
}

/** Compares major, minor and patch; a suffix after a hyphen only makes a version different. */
function compare(left: string, right: string): number {
  const [a = [], b = []] = [left, right].map((version) => version.split(/[-+]/)[0]?.split('.').map(Number));
  const place = [0, 1, 2].find((index) => a[index] !== b[index]);
  return place === undefined ? (left === right ? 0 : -1) : (a[place] ?? 0) - (b[place] ?? 0);
}
