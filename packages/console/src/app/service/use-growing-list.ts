import { useEffect, useState } from 'preact/hooks';
import { type Loaded, useLoad } from './use-load.ts';

/** Maximum number of entries in one response of the service. */
const MAX_LOADED = 1000;

/** A list of which a user can show more and more entries. */
export interface GrowingList<Entry> {
  /** One entry more than is shown, to detect further ones. */
  readonly loaded: Loaded<readonly Entry[]>;
  readonly shown: readonly Entry[] | undefined;
  /** Shows one step more; undefined if there are no more entries. */
  readonly showMore: (() => void) | undefined;
}

/**
 * Loads the first entries of a list, and on demand more of them.
 *
 * @param step - the number of entries at first, and of each further step.
 */
export function useGrowingList<Entry>(
  load: (pageSize: number) => Promise<readonly Entry[]>,
  step: number,
  key: string,
): GrowingList<Entry> {
  const [wanted, setWanted] = useState(step);
  const loaded = useLoad(() => load(wanted + 1), key);
  useEffect(() => {
    if (wanted > step) void loaded.reload();
  }, [wanted]);
  const hasMore = (loaded.value?.length ?? 0) > wanted && wanted + step < MAX_LOADED;
  return {
    loaded,
    shown: loaded.value?.slice(0, wanted),
    showMore: hasMore ? () => setWanted(wanted + step) : undefined,
  };
}
