import type { AnyPluginDefinition } from '@portcullis/plugin-api';

/** The stage on which a plugin looks for what carries our mark, or `undefined` for one without stages. */
export function inventoryStageOf({ inventoryStage, stages }: AnyPluginDefinition): string | undefined {
  return inventoryStage ?? stages[0]?.id;
}
