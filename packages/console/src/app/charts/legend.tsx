/** The names of what a chart shows, each with its style: colour is never the only difference. */
export function Legend({ entries }: { readonly entries: readonly (readonly [style: string, name: string])[] }) {
  return (
    <ul class="legend" aria-hidden="true">
      {entries.map(([style, name]) => (
        <li key={name}>
          <svg aria-hidden="true" width="18" height="10" class={`key ${style}`}>
            {style.startsWith('line') ? <line x1="0" x2="18" y1="5" y2="5" /> : <rect width="18" height="10" />}
            {style === 'failed' && <path d="M-2 12L12 -2M4 12L18 -2M10 12L24 -2" />}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
