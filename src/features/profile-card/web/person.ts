/** Names and faces that have a card: links to people, and pictures that say whose they are. */
export const PERSON = 'a.confluence-userlink, img[data-username]'

/** User name that a name or face represents; undefined for a link that leads elsewhere. */
export function usernameOf(element: HTMLElement): string | undefined {
  const { username } = element.dataset
  if (username !== undefined) return username
  const path = element instanceof HTMLAnchorElement ? /^\/display\/~([^/]+)$/.exec(element.pathname)?.[1] : undefined
  return path === undefined ? undefined : decodeURIComponent(path)
}
