type Child = Node | string | null | undefined | false;

/** Makes an element: attributes by name, `on…` as listeners, children as text or nodes; what is null or false is left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number | boolean | null | ((event: Event) => void)>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.replace(/^on/, ''), value);
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

/** Replaces everything in an element. */
export function fill(node: HTMLElement, ...children: readonly Child[]): void {
  node.replaceChildren(
    ...children.filter((child): child is Node | string => child instanceof Node || typeof child === 'string'),
  );
}
