import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Returns the problems of an OpenAPI document by the rules that Redocly recommends, warnings included, each as one line. */
export async function redoclyProblems(document: unknown): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems.map(
    ({ ruleId, severity, message, location: [place] }) => `${severity} ${ruleId}: ${message} (${place?.pointer ?? ''})`,
  );
}
