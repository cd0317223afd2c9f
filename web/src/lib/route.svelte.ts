/** Where in the table one is: pages by path, secrets behind the #, which browsers never send. */

class Route {
  path = $state(location.pathname);
  hash = $state(location.hash.slice(1));
  query = $state(location.search);

  constructor() {
    window.addEventListener("popstate", () => this.read());
    window.addEventListener("hashchange", () => this.read());
  }

  private read(): void {
    this.path = location.pathname;
    this.hash = location.hash.slice(1);
    this.query = location.search;
  }

  /** Goes to a page of the table. */
  go(to: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", to);
    this.read();
    window.scrollTo(0, 0);
  }

  /** Notes in the address what is looked at, without going anywhere. */
  note(query: string): void {
    history.replaceState(null, "", this.path + query + location.hash);
    this.query = query;
  }

  get parts(): string[] {
    return this.path.split("/").filter(Boolean).map(decodeURIComponent);
  }
}

export const route = new Route();

/** For links that stay within the page. */
export function here(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api")) return;
  event.preventDefault();
  route.go(link.pathname + link.search + link.hash);
}
