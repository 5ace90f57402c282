/**
 * Compares the Databricks plugin and its emulator with the open-source Unity Catalog server.
 *
 * Run it with `node --conditions=source interop/src/platforms/databricks/unity-catalog/run.ts`.
 */
import { join } from 'node:path';
import { findClasspath } from '../../../shared/java/find-classpath.ts';
import { findJava } from '../../../shared/java/find-java.ts';
import { createSuiteReport } from '../../../shared/suite-report.ts';
import { CASES } from './cases.ts';
import { startUnity } from './start-unity.ts';

const SERVER = { group: 'io.unitycatalog', artifact: 'unitycatalog-server', version: '0.6.0' } as const;
/** Source: Unity Catalog documentation, "Quickstart", Prerequisites. */
const JAVA_RELEASE = 17;

const report = createSuiteReport();

async function run(java: string, classpath: string): Promise<void> {
  const unity = await startUnity(java, classpath);
  try {
    for (const { name, run: runCase } of CASES) await report.run(name, () => runCase(unity));
  } finally {
    await unity.stop();
  }
}

const java = findJava(JAVA_RELEASE, 'UNITY_CATALOG_JAVA_HOME');
if (java === undefined) {
  report.skip(`there is no Java ${JAVA_RELEASE} or later, and UNITY_CATALOG_JAVA_HOME names none`, CASES.length);
} else {
  const cache = join(import.meta.dirname, '../../../../../node_modules/.cache/unity-catalog');
  const classpath = findClasspath([SERVER], cache, 'UNITY_CATALOG_CLASSPATH');
  if (typeof classpath === 'string') await run(java, classpath);
  else report.skip(classpath.missing, CASES.length);
}
report.end();
