import type { DryRunResponse } from '@portcullis/client';

import { useTitles, useWords } from '../words/words-context.tsx';

type Facts = NonNullable<DryRunResponse['difference']>;

/** The changes that an edit makes, by object. */
export function Difference({ difference }: { readonly difference: Facts }) {
  const words = useWords();
  const titleOf = useTitles();
  const { comes, goes, changes, stored } = difference;
  if (comes.length + goes.length + changes.length + stored.length === 0) return <p>Nothing changes.</p>;
  return (
    <ul class="difference" aria-label="What changes">
      {comes.map(({ key, kind, name, why }) => (
        <li key={key} class="comes">
          <span class="verb create">comes</span> {kind} <code>{name}</code> <span class="reason">{words(why)}</span>
        </li>
      ))}
      {changes.map(({ key, kind, name, formerName, how, values, why }) => (
        <li key={key} class="changes">
          <span class="verb alter">{how}</span> {kind} <code>{name}</code>
          {formerName && (
            <>
              {' '}
              (was <code>{formerName}</code>)
            </>
          )}{' '}
          <span class="reason">{words(why)}</span>
          {values.map((value) => (
            <span class="value" key={value.name}>
              {value.name}: <del>{String(value.from)}</del> → <ins>{String(value.to)}</ins>
            </span>
          ))}
        </li>
      ))}
      {goes.map(({ key, kind, name, why }) => (
        <li key={key} class="goes">
          <span class="verb drop">goes</span> {kind} <code>{name}</code> <span class="reason">{words(why)}</span>
        </li>
      ))}
      {stored.length > 0 && (
        <li>
          <span class="verb store">store</span>{' '}
          {stored.map((path) => titleOf(path.replace(/^config\./, ''))).join(', ')}{' '}
          <span class="reason">changes in the service only</span>
        </li>
      )}
    </ul>
  );
}
