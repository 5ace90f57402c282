import type { NotificationKind } from '@portcullis/client';
import { useId, useMemo, useState } from 'preact/hooks';
import { describedField } from '../../components/described-field.ts';

const ALL = 'ALL_NOTIFICATIONS';

interface KindPickerProps {
  readonly kinds: readonly NotificationKind[];
  readonly chosen: readonly string[];
  /** The problem of the choice, which `Issue` shows for the field `webhook-kinds`. */
  readonly issue: string | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The choice of notification kinds, each with its trigger. The filter finds words of both. */
export function KindPicker({ kinds, chosen, issue, onChange }: KindPickerProps) {
  const [filter, setFilter] = useState('');
  const id = useId();
  const shown = useMemo(() => {
    const wanted = filter.toLowerCase();
    return kinds.filter(({ kind, trigger }) => kind !== ALL && `${kind} ${trigger}`.toLowerCase().includes(wanted));
  }, [kinds, filter]);
  const isAll = chosen.includes(ALL);
  return (
    <fieldset aria-describedby={describedField('webhook-kinds', issue)['aria-describedby']}>
      <legend>Notifications</legend>
      {kinds.some(({ kind }) => kind === ALL) && (
        <label class="check">
          <input
            type="checkbox"
            checked={isAll}
            onChange={(event) => onChange(event.currentTarget.checked ? [ALL] : [])}
          />
          Every kind
        </label>
      )}
      {!isAll && (
        <>
          <div class="field">
            <label for="kind-filter">Find a kind</label>
            <input
              id="kind-filter"
              type="search"
              value={filter}
              onInput={(event) => setFilter(event.currentTarget.value)}
            />
          </div>
          <div class="kinds">
            {shown.map(({ kind, trigger }) => (
              <div key={kind}>
                <label class="check">
                  <input
                    type="checkbox"
                    aria-describedby={`${id}-${kind}`}
                    checked={chosen.includes(kind)}
                    onChange={(event) =>
                      onChange(event.currentTarget.checked ? [...chosen, kind] : chosen.filter((each) => each !== kind))
                    }
                  />
                  {kind}
                </label>
                <p class="help" id={`${id}-${kind}`}>
                  {trigger}
                </p>
              </div>
            ))}
          </div>
          <p class="fine">{chosen.length} chosen</p>
        </>
      )}
    </fieldset>
  );
}
