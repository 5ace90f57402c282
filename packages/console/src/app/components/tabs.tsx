/** Links to the parts of a resource. Each part has its own address, so they are links, not tabs. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly href: string; readonly id: string }[];
  readonly current: string;
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ name, href, id }) => (
        <a key={id} href={href} aria-current={id === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
