/** Names to expand as a tree: `body.storage,version` → {body: {storage: {}}, version: {}}. */
export interface Expand {
  readonly children: ReadonlyMap<string, Expand>
}

/** More names than any client asks for; the rest is ignored. */
const MAX_NAMES = 100
const MAX_DEPTH = 6

interface MutableExpand {
  children: Map<string, MutableExpand>
}

/** Reads an `expand` parameter. Unknown names stay in the tree and are ignored. */
export function parseExpand(...lists: (string | undefined)[]): Expand {
  const root: MutableExpand = { children: new Map() }
  const names = lists.flatMap(list => (list ?? '').split(',')).slice(0, MAX_NAMES)
  for (const name of names) {
    let node = root
    for (const part of name.trim().split('.').slice(0, MAX_DEPTH)) {
      if (part === '') break
      let next = node.children.get(part)
      if (!next) node.children.set(part, (next = { children: new Map() }))
      node = next
    }
  }
  return root
}

export const NOTHING: Expand = { children: new Map() }

/** The subtree of a name, or undefined when it is not to be expanded. */
export function expanded(expand: Expand, name: string): Expand | undefined {
  return expand.children.get(name)
}
