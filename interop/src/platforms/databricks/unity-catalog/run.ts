/**
 * Compares the Databricks plugin and its emulator with the open-source Unity Catalog server. The last line counts: "N
 * passed, N failed".
 *
 * Run it with `node --conditions=source interop/src/platforms/databricks/unity-catalog/run.ts`.
 */
import { join } from 'node:path';
import { findClasspath } from '../../../shared/java/find-classpath.ts';
import { findJava } from '../../../shared/java/find-java.ts';
import { CASES } from './cases.ts';
import { startUnity } from './start-unity.ts';

const SERVER = { group: 'io.unitycatalog', artifact: 'unitycatalog-server', version: '0.6.0' } as const;
/** Source: Unity Catalog documentation, "Quickstart", Prerequisites. */
const JAVA_RELEASE = 17;

function skip(reason: string): void {
  console.log(`Skipped: ${reason}.`);
  console.log(`0 passed, 0 failed, ${CASES.length} skipped`);
}

async function run(java: string, classpath: string): Promise<void> {
  const unity = await startUnity(java, classpath);
  let failed = 0;
  try {
    for (const { name, run: runCase } of CASES) {
      try {
        await runCase(unity);
        console.log(`  passed: ${name}`);
      } catch (error) {
        failed += 1;
        console.error(`  FAILED: ${name}\n${error instanceof Error ? error.stack : String(error)}`);
      }
    }
  } finally {
    await unity.stop();
  }
  console.log(`${CASES.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

const java = findJava(JAVA_RELEASE, 'UNITY_CATALOG_JAVA_HOME');
if (java === undefined) skip(`there is no Java ${JAVA_RELEASE} or later (UNITY_CATALOG_JAVA_HOME says where one is)`);
else {
  const cache = join(import.meta.dirname, '../../../../../node_modules/.cache/unity-catalog');
  const classpath = findClasspath([SERVER], cache, 'UNITY_CATALOG_CLASSPATH');
  if (typeof classpath === 'string') await run(java, classpath);
  else skip(classpath.missing);
}
