import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Says where a server is that was built from source: the class path to start it with. */
const CLASSPATH_VARIABLE = 'UNITY_CATALOG_CLASSPATH';

/**
 * Finds the jars of a release of the open-source Unity Catalog server: those that the environment names, else from Maven Central, once.
 *
 * @returns the class path, or why there is none.
 */
export function findClasspath(version: string, cache: string): string | { readonly missing: string } {
  const named = process.env[CLASSPATH_VARIABLE];
  if (named) return named;
  const remembered = join(cache, `classpath-${version}.txt`);
  if (existsSync(remembered)) {
    const classpath = readFileSync(remembered, 'utf8').trim();
    if (classpath.split(delimiter).every((jar) => existsSync(jar))) return classpath;
  }
  mkdirSync(cache, { recursive: true });
  const project = join(cache, 'pom.xml');
  writeFileSync(project, projectFor(version));
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath';
  const { status, error } = spawnSync(
    'mvn',
    ['-q', '-B', '-U', '-f', project, goal, `-Dmdep.outputFile=${remembered}`],
    {
      encoding: 'utf8',
      timeout: 900_000,
    },
  );
  if (error) return { missing: 'there is no Maven (mvn) to fetch the server with' };
  if (status !== 0 || !existsSync(remembered))
    return {
      missing: `Maven could not fetch io.unitycatalog:unitycatalog-server:${version} (${CLASSPATH_VARIABLE} says where one is)`,
    };
  return readFileSync(remembered, 'utf8').trim();
}

function projectFor(version: string): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>portcullis.interop</groupId>
  <artifactId>unity-catalog</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.unitycatalog</groupId>
      <artifactId>unitycatalog-server</artifactId>
      <version>${version}</version>
    </dependency>
  </dependencies>
</project>
`;
}
