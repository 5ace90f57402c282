import type { AnyPluginDefinition } from '@portcullis/plugin-api';

/** Returns the stage on which a plugin searches for objects with our mark, or `undefined` for a plugin without stages. */
export function inventoryStageOf({ inventoryStage, stages }: AnyPluginDefinition): string | undefined {
  return inventoryStage ?? stages[0]?.id;
}
