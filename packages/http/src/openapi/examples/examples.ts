import type { z } from 'zod';
import type { COMPONENT_SCHEMAS, ComponentSchemaName } from '../component-schemas.ts';
import { ADMINISTRATION_EXAMPLES } from './administration-examples.ts';
import { INTEGRATION_EXAMPLES } from './integration-examples.ts';
import { TYPE_EXAMPLES } from './type-examples.ts';
import { WEBHOOK_EXAMPLES } from './webhook-examples.ts';

/** Examples by the name of their schema. */
export type Examples = { readonly [Name in ComponentSchemaName]?: z.input<(typeof COMPONENT_SCHEMAS)[Name]> };

const EXAMPLES: Examples = {
  ...INTEGRATION_EXAMPLES,
  ...TYPE_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...ADMINISTRATION_EXAMPLES,
};

/** Returns the example of a component; undefined for a schema of plugins, whose examples are in the schema itself. */
export function exampleOfComponent(name: string): unknown {
  return EXAMPLES[name as ComponentSchemaName];
}
