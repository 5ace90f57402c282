import { Chart } from '../charts/chart.tsx';
import { EFFECTS, effectsText, type PlannedObject, planTreeRows, type TreeRow } from '../form/plan-tree-rows.ts';

/** The signs of the effects: colour is never the only difference. */
const SIGNS: Readonly<Record<PlannedObject['effect'], string>> = {
  created: '+',
  changed: '~',
  replaced: '±',
  dropped: '−',
  kept: '=',
};
const WORDS = new Map(EFFECTS);

/** The objects of a plan in their containers, with the effect of the plan on each. */
export function PlanTree({ objects }: { readonly objects: readonly PlannedObject[] }) {
  const rows = planTreeRows(objects);
  return (
    <Chart title="Objects" level="h3" table={<Table rows={rows} />}>
      <div class="tree" role="img" aria-label={`Objects by container: ${effectsText(objects)}. The table lists them.`}>
        {rows.map(({ object, isLast }) => (
          <div key={object.key} class={`tree-row depth-${Math.min(isLast.length - 1, MAX_DEPTH)} ${object.effect}`}>
            <Branch isLast={isLast.slice(0, MAX_DEPTH + 1)} />
            <span class="sign">{SIGNS[object.effect]}</span>
            <span class="tree-name">
              {object.kind} <code>{object.name}</code>{' '}
              <span class="reason">{object.effect === 'kept' ? '' : WORDS.get(object.effect)}</span>
            </span>
          </div>
        ))}
      </div>
    </Chart>
  );
}

/** The deepest level that is indented; deeper objects are drawn there. */
const MAX_DEPTH = 4;
/** The width of a level, and the height at which a branch meets its object. */
const LEVEL = 20;
const MIDDLE = 14;

/** The lines to the left of an object: its branch, and those of following siblings of its containers. */
function Branch({ isLast }: { readonly isLast: readonly boolean[] }) {
  const depth = isLast.length - 1;
  if (depth === 0) return null;
  return (
    <svg aria-hidden="true" class="branch" width={depth * LEVEL} height="100%">
      {isLast.slice(1).map((last, level) => {
        const x = level * LEVEL + 9.5;
        const isOwn = level === depth - 1;
        if (!isOwn) return last ? null : <line key={x} x1={x} x2={x} y1="0" y2="100%" />;
        return (
          <g key={x}>
            <line x1={x} x2={x} y1="0" y2={last ? MIDDLE : '100%'} />
            <line x1={x} x2={depth * LEVEL - 2} y1={MIDDLE} y2={MIDDLE} />
          </g>
        );
      })}
    </svg>
  );
}

function Table({ rows }: { readonly rows: readonly TreeRow[] }) {
  return (
    <table class="list">
      <caption class="for-readers">Objects of the plan</caption>
      <thead>
        <tr>
          <th scope="col">Object</th>
          <th scope="col">In</th>
          <th scope="col">Effect</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ object, container }) => (
          <tr key={object.key}>
            <td data-label="Object">
              {object.kind} <code>{object.name}</code>
            </td>
            <td data-label="In">{container ? `${container.kind} ${container.name}` : '–'}</td>
            <td data-label="Effect">{WORDS.get(object.effect)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
