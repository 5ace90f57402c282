/**
 * The process that runs the tests of one package against mutants, one after the other: the parent sends a {@link Mutant} and gets an
 * {@link Outcome} back. The file on the disk stays as it is: Vitest loads the text of the mutant in its place.
 *
 * Run by `scripts/mutate.ts`, with the folder of the package.
 */
import { dirname, join, relative, sep } from 'node:path';
import { loadConfigFromFile, type Plugin } from 'vite';
import type { UserWorkspaceConfig, ViteUserConfig } from 'vitest/config';
import { type CliOptions, createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import type { Mutant, Outcome } from './mutant.ts';

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
/** Files whose tests fail without a fault as well, or only sometimes, such as under load. */
const unreliable = new Set<string>();

/** Returns the tests that import a file, directly or not: those of its folder, then those of its area, then the others. */
async function roundsOf(path: string): Promise<readonly (readonly TestSpecification[])[]> {
  vitest.config.related = [path];
  const related = await vitest.getRelevantTestSpecifications();
  const [area = ''] = relative(join(root, folder, 'src'), path).split(sep);
  const places = [dirname(path), join(root, folder, 'src', area), join(root, folder)];
  const rounds = Map.groupBy(related, ({ moduleId }) => places.findIndex((place) => moduleId.startsWith(place + sep)));
  return places.flatMap((_, index) => [rounds.get(index) ?? []]).filter((specifications) => specifications.length > 0);
}

function failedModule(modules: readonly TestModule[]): TestModule | undefined {
  return modules.find((module) => module.state() === 'failed');
}

async function runTests(path: string, text: string | undefined, specifications: readonly TestSpecification[]) {
  current = text === undefined ? undefined : { path, text };
  vitest.invalidateFile(path);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([...specifications], false);
  const ran = new Set(specifications.map(({ moduleId }) => moduleId));
  // The answer also names modules of earlier runs.
  return { testModules: testModules.filter(({ moduleId }) => ran.has(moduleId)), unhandledErrors };
}

async function runMutant({ file, text }: Mutant): Promise<Outcome> {
  const path = join(root, file);
  current = undefined;
  vitest.invalidateFile(path);
  const rounds = await roundsOf(path);
  let tests = 0;
  for (const round of rounds) {
    for (;;) {
      const specifications = round.filter(({ moduleId }) => !unreliable.has(moduleId));
      if (specifications.length === 0) break;
      const { testModules, unhandledErrors } = await runTests(path, text, specifications);
      const failed = failedModule(testModules);
      if (!failed && unhandledErrors.length > 0) return { status: 'killed', by: 'an error outside any test' };
      if (!failed) {
        tests += testModules.reduce((sum, module) => sum + [...module.children.allTests()].length, 0);
        break;
      }
      const [test] = [...failed.children.allTests('failed')];
      const by = `${failed.relativeModuleId}: ${test?.fullName ?? 'is not loaded'}`;
      const again = specifications.filter(({ moduleId }) => moduleId === failed.moduleId);
      const sound = await runTests(path, undefined, again);
      const faulty = await runTests(path, text, again);
      if (!failedModule(sound.testModules) && failedModule(faulty.testModules)) return { status: 'killed', by };
      unreliable.add(failed.moduleId);
    }
  }
  return tests === 0 ? { status: 'untested' } : { status: 'survived', tests };
}

process.on('message', (mutant: Mutant) => {
  void runMutant(mutant).then((outcome) => process.send?.(outcome));
});
process.send?.('ready');
