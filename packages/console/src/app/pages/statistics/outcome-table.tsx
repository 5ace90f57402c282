import type { Counts } from './outcomes.ts';
import { attemptsOf, OUTCOMES, shareText } from './outcomes.ts';

/** The attempts of the whole range by outcome, each with a bar for its share. */
export function OutcomeTable({ total }: { readonly total: Counts }) {
  const all = attemptsOf(total);
  return (
    <table class="outcomes">
      <caption>Outcomes</caption>
      <thead class="for-readers">
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">Share</th>
          <th scope="col">Attempts</th>
        </tr>
      </thead>
      <tbody>
        {OUTCOMES.filter(([outcome]) => outcome === 'succeeded' || total.attempts[outcome] > 0).map(
          ([outcome, name]) => (
            <tr key={outcome}>
              <th scope="row">{name}</th>
              <td>
                <svg class={outcome === 'succeeded' ? 'succeeded' : 'failed'} aria-hidden="true">
                  <rect width={`${(total.attempts[outcome] / all) * 100}%`} height="100%" />
                </svg>
                <span>{shareText(total.attempts[outcome], all)}</span>
              </td>
              <td class="number">{total.attempts[outcome]}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
