import type { Integration, IntegrationType } from '@portcullis/client';
import type { Removal } from './removal.ts';

/** Properties that the parts of the page share. */
export interface IntegrationProps {
  readonly id: number;
  readonly integration: Integration;
  /** The stored version, for `If-Match`. */
  readonly etag: string;
  /** Undefined if its plugin is no longer installed. */
  readonly type: IntegrationType | undefined;
  readonly reload: () => Promise<void>;
  /** Called after a removal in the service only. */
  readonly onRemoved: (removal: Removal) => void;
}
