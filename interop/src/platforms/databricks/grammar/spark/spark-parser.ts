import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findClasspath, type MavenArtifact } from '../../../../shared/java/find-classpath.ts';
import { findJava } from '../../../../shared/java/find-java.ts';
import { QUICK_COMPILER } from '../../../../shared/java/quick-compiler.ts';

/** Source: Apache Spark, "Building Spark". */
const JAVA_RELEASE = 17;
/** The grammar is part of the interface of Spark SQL, and needs only the runtime of its generator. */
const GRAMMAR: readonly MavenArtifact[] = [
  { group: 'org.apache.spark', artifact: 'spark-sql-api_2.13', version: '4.2.0', alone: true },
  { group: 'org.antlr', artifact: 'antlr4-runtime', version: '4.13.1' },
];

/**
 * The grammar of Apache Spark, or the reason why it is not available. Each result is empty, or describes the error in
 * the text.
 */
type SparkParser = { readonly parse: (texts: readonly string[]) => readonly string[] } | { readonly missing: string };

/** Finds a Java and the grammar of Spark, which Maven fetches into a cache on the first run (3.5 MB). */
export function findSpark(cache: string): SparkParser {
  const java = findJava(JAVA_RELEASE, 'SPARK_JAVA_HOME');
  if (java === undefined)
    return { missing: `there is no Java ${JAVA_RELEASE} or later (SPARK_JAVA_HOME says where one is)` };
  const classpath = findClasspath(GRAMMAR, cache, 'SPARK_CLASSPATH');
  if (typeof classpath !== 'string') return classpath;
  const program = join(import.meta.dirname, 'ParseSpark.java');
  return {
    parse(texts) {
      const { status, stdout, stderr } = spawnSync(
        join(java, 'bin', 'java'),
        ['-Xmx256m', '-XX:+UseSerialGC', QUICK_COMPILER, '-cp', classpath, program],
        {
          input: `${texts.map((text) => Buffer.from(text).toString('base64')).join('\n')}\n`,
          encoding: 'utf8',
          maxBuffer: 64 * 1024 * 1024,
        },
      );
      const responses = stdout.split('\n').slice(0, -1);
      if (status !== 0 || responses.length !== texts.length) throw new Error(`The parser failed: ${stderr}`);
      return responses;
    },
  };
}
