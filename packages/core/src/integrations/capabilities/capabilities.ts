import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { lastDrift } from '../drift/store-drift.ts';
import type { StoredContextDependencies } from '../plugin-versions/stored-context.ts';
import { upToDate } from '../plugin-versions/stored-integration.ts';
import { findIntegration } from '../state/integration-record.ts';
import type { ValidationResults, ValidationTestResult } from '../views/validation-results.ts';
import type { CapabilitiesView } from './capabilities-view.ts';
import { BASE_FEATURE, capabilityOf, type DeclaredFeature } from './capability-of.ts';
import { objectFeatures } from './object-features.ts';

/** The feature of every plugin: the integration itself. */
const BASE: DeclaredFeature = {
  id: BASE_FEATURE,
  title: 'Integration',
  description: 'The service can work on the platform.',
};

/** GET /integrations/{id}/capabilities: the state of each feature, from the last results. Contacts nothing. */
export async function capabilitiesOf(
  dependencies: StoredContextDependencies & Pick<IntegrationDependencies, 'store'>,
  id: number,
): Promise<CapabilitiesView> {
  const found = await findIntegration(dependencies.store, id);
  const definition = dependencies.registry.of(found);
  const record = upToDate(definition, found);
  const declared = definition.features ?? [];
  const features = declared.some((feature) => feature.id === BASE_FEATURE) ? declared : [BASE, ...declared];
  const results = (record.validationResults as ValidationResults).validationTests;
  const findings = (await lastDrift(dependencies.store, id))?.findings ?? [];
  const madeFor = await objectFeatures(dependencies, record);
  const evidenceOf = (feature: DeclaredFeature) => ({
    feature,
    config: record.config as object,
    isSetUp: record.everEnabled,
    tests: results.filter((test) => test.status !== 'skipped' && affectsFeature(test, feature.id)),
    drift: findings.filter(({ object }) => (madeFor.get(object.key ?? '') ?? BASE_FEATURE) === feature.id),
    objects: [...madeFor.values()].filter((each) => each === feature.id).length,
  });
  const base = capabilityOf({
    ...evidenceOf(features.find((feature) => feature.id === BASE_FEATURE) as DeclaredFeature),
    baseFailure: undefined,
  });
  const baseFailure = base.state === 'fails' ? base.why : undefined;
  return {
    id: String(id),
    type: record.type,
    features: features.map((feature) =>
      feature.id === BASE_FEATURE ? base : capabilityOf({ ...evidenceOf(feature), baseFailure }),
    ),
  };
}

function affectsFeature({ affects = [BASE_FEATURE] }: ValidationTestResult, feature: string): boolean {
  return affects.includes(feature);
}
