import type { ComponentSchemaName } from '../component-schemas.ts';
import { ADMINISTRATION_EXAMPLES } from './administration-examples.ts';
import type { ComponentExamples } from './component-examples.ts';
import { INTEGRATION_EXAMPLES } from './integration-examples.ts';
import { TYPE_EXAMPLES } from './type-examples.ts';
import { WEBHOOK_EXAMPLES } from './webhook-examples.ts';

const EXAMPLES: ComponentExamples = {
  ...INTEGRATION_EXAMPLES,
  ...TYPE_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...ADMINISTRATION_EXAMPLES,
};

/** Examples of responses that differ from those with other statuses. */
const BY_STATUS: Readonly<Record<number, ComponentExamples>> = { 503: { Health: { status: 'closing' } } };

/**
 * Returns the example of a component, in a response with a status; undefined for a schema of plugins, whose examples are in the schema
 * itself.
 */
export function exampleOfComponent(name: string, status = 200): unknown {
  return BY_STATUS[status]?.[name as ComponentSchemaName] ?? EXAMPLES[name as ComponentSchemaName];
}
