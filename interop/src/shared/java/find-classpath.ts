import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A release of a library or server that Maven Central has. */
export interface MavenArtifact {
  readonly group: string;
  readonly artifact: string;
  readonly version: string;
  /** True if its dependencies are excluded. @default false */
  readonly alone?: boolean;
}

/**
 * Finds the jars of some artifacts, in the path of an environment variable or from Maven Central, once.
 *
 * @param cache - the folder that keeps the class path.
 * @param variable - the environment variable with the path of jars that were built from source.
 * @returns the class path, or the reason why there is none.
 */
export function findClasspath(
  artifacts: readonly MavenArtifact[],
  cache: string,
  variable: string,
): string | { readonly missing: string } {
  const named = process.env[variable];
  if (named) return named;
  const names = artifacts.map(({ group, artifact, version }) => `${group}:${artifact}:${version}`).join(' and ');
  const remembered = join(cache, `classpath-${artifacts.map(({ version }) => version).join('-')}.txt`);
  if (existsSync(remembered)) {
    const classpath = readFileSync(remembered, 'utf8').trim();
    if (classpath.split(delimiter).every((jar) => existsSync(jar))) return classpath;
  }
  mkdirSync(cache, { recursive: true });
  const project = join(cache, 'pom.xml');
  writeFileSync(project, projectFor(artifacts));
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath';
  const { status, error } = spawnSync(
    'mvn',
    ['-q', '-B', '-U', '-f', project, goal, `-Dmdep.outputFile=${remembered}`],
    {
      encoding: 'utf8',
      timeout: 900_000,
    },
  );
  if (error) return { missing: `there is no Maven (mvn) to fetch ${names} with` };
  if (status !== 0 || !existsSync(remembered))
    return { missing: `Maven could not fetch ${names} (${variable} says where the jars are)` };
  return readFileSync(remembered, 'utf8').trim();
}

function projectFor(artifacts: readonly MavenArtifact[]): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>portcullis.interop</groupId>
  <artifactId>jars</artifactId>
  <version>1</version>
  <dependencies>
${artifacts.map(dependencyOn).join('\n')}
  </dependencies>
</project>
`;
}

function dependencyOn({ group, artifact, version, alone = false }: MavenArtifact): string {
  const everything = '<exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion>';
  return `    <dependency>
      <groupId>${group}</groupId>
      <artifactId>${artifact}</artifactId>
      <version>${version}</version>
      ${alone ? `<exclusions>${everything}</exclusions>` : ''}
    </dependency>`;
}
