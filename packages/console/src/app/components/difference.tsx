import type { DryRunResponse } from '@portcullis/client';

import { useFormWords, useTitles } from '../words/form-words-context.tsx';

type PlanDifference = NonNullable<DryRunResponse['difference']>;

/** The changes that an edit makes, by object. */
export function Difference({ difference }: { readonly difference: PlanDifference }) {
  const words = useFormWords();
  const titleOf = useTitles();
  const { created, removed, changed, stored } = difference;
  if (created.length + removed.length + changed.length + stored.length === 0) return <p>Nothing changes.</p>;
  return (
    <ul class="difference" aria-label="What changes">
      {created.map(({ key, kind, name, why }) => (
        <li key={key} class="created">
          <span class="verb create">created</span> {kind} <code>{name}</code> <span class="reason">{words(why)}</span>
        </li>
      ))}
      {changed.map(({ key, kind, name, formerName, how, values, why }) => (
        <li key={key} class="changed">
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
      {removed.map(({ key, kind, name, why }) => (
        <li key={key} class="removed">
          <span class="verb drop">removed</span> {kind} <code>{name}</code> <span class="reason">{words(why)}</span>
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
