/**
 * The process that runs tests of one package against one mutant: the parent sends a {@link TestOrder} and gets a {@link TestAnswer} back. The
 * file on the disk stays as it is: Vitest loads the text of the mutant in its place.
 *
 * Run by `scripts/mutate.ts`, with the folder of the package.
 */
import { dirname, join, relative, sep } from 'node:path';
import { loadConfigFromFile, type Plugin } from 'vite';
import type { UserWorkspaceConfig, ViteUserConfig } from 'vitest/config';
import { type CliOptions, createVitest, type TestSpecification } from 'vitest/node';
import type { TestAnswer, TestOrder } from './test-order.ts';

const root = join(import.meta.dirname, '../..');
const [folder = ''] = process.argv.slice(2);

let current: { readonly path: string; readonly text: string } | undefined;

const mutate: Plugin = {
  name: 'mutate',
  enforce: 'pre',
  load(id) {
    return current && id.split('?')[0] === current.path ? current.text : undefined;
  },
};

const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, join(root, 'vitest.config.ts'));
const { test = {}, resolve, ssr } = (loaded?.config ?? {}) as ViteUserConfig;
const { projects = [], ...shared } = test;
const project = (projects as UserWorkspaceConfig[]).find((each) => each.test?.name === folder);
if (!project) throw new Error(`There is no project ${folder}.`);
const { name: _, ...own } = project.test ?? {};

/** Tests that wait for minutes of real time. */
const SLOW = ['tests/receiver-faults/**'];

const options: CliOptions = {
  ...shared,
  ...own,
  exclude: [...(own.exclude ?? []), ...SLOW],
  config: false,
  // The cache of modules on the disk knows nothing of faults.
  fsModuleCache: false,
  watch: false,
  bail: 1,
  reporters: [{ onTestCaseResult: () => void process.send?.('alive') }],
  maxWorkers: 2,
};
const vitest = await createVitest(options, {
  root: join(root, folder),
  ...(resolve && { resolve }),
  ...(ssr && { ssr }),
  plugins: [mutate],
});
await vitest.standalone();
/** Returns the tests that import a file, directly or not: those of its folder, then those of its area, then the others. */
async function roundsOf(path: string): Promise<readonly (readonly TestSpecification[])[]> {
  vitest.config.related = [path];
  const related = await vitest.getRelevantTestSpecifications();
  const [area = ''] = relative(join(root, folder, 'src'), path).split(sep);
  const places = [dirname(path), join(root, folder, 'src', area), join(root, folder)];
  const rounds = Map.groupBy(related, ({ moduleId }) => places.findIndex((place) => moduleId.startsWith(place + sep)));
  return places.flatMap((_, index) => [rounds.get(index) ?? []]).filter((specifications) => specifications.length > 0);
}

async function runOrder({ file, text, only, without }: TestOrder): Promise<TestAnswer> {
  const path = join(root, file);
  const rounds = await roundsOf(path);
  current = text === undefined ? undefined : { path, text };
  let tests = 0;
  for (const round of rounds) {
    const isWanted = ({ moduleId }: TestSpecification): boolean =>
      (only === undefined || moduleId === only) && !without.includes(moduleId);
    const wanted = round.filter(isWanted);
    if (wanted.length === 0) continue;
    vitest.invalidateFile(path);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted, false);
    const failed = testModules.find((module) => module.state() === 'failed');
    if (failed) {
      const [test] = [...failed.children.allTests('failed')];
      return { tests, failed: failed.moduleId, by: `${failed.relativeModuleId}: ${test?.fullName ?? 'is not loaded'}` };
    }
    if (unhandledErrors.length > 0) return { tests, failed: '', by: 'an error outside any test' };
    tests += testModules.reduce((sum, module) => sum + [...module.children.allTests('passed')].length, 0);
  }
  return { tests };
}

process.on('message', (order: TestOrder) => {
  void runOrder(order).then((answer) => process.send?.(answer));
});
process.send?.('ready');
