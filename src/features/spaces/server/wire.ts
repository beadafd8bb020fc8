import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { expanded, NOTHING, type Expand } from '#platform/server/http/expand.ts'
import { escapeHtml } from '#platform/server/http/markup.ts'
import { spaceExpansions } from './extensions.ts'
import { iconsOf } from './logo.ts'
import type { Space } from './store.ts'

/** A space as the REST interface nests it into other answers. */
export interface SpaceWire {
  /** A number, unlike the ids of content. */
  id: number
  key: string
  name: string
  status: 'current' | 'archived'
  type: 'global' | 'personal'
  _links: { webui: string; self: string }
  /** Expansions that were not requested, each with its path or an empty text. */
  _expandable: Record<string, string>
  [expansion: string]: unknown
}

/** Address of a space's home, relative to the site. */
export function spacePath(space: Pick<Space, 'key'>): string {
  return `/display/${encodeURIComponent(space.key)}`
}

/** Address of the REST resource of a space, relative to the site. */
export function spaceRestPath(space: Pick<Space, 'key'>): string {
  return `/rest/api/space/${encodeURIComponent(space.key)}`
}

/**
 * Spaces as the REST interface shows them, with what `expand` asks for. Facts of other features about a space come from
 * {@link spaceExpansions}, each asked once for all spaces.
 */
export async function spaceWires(
  ctx: Context,
  spaces: readonly Space[],
  expand: Expand = NOTHING,
): Promise<SpaceWire[]> {
  const wires = spaces.map(space => baseWire(ctx.app, space, expand))
  if (expanded(expand, 'icon')) {
    const icons = await iconsOf(ctx.app, spaces)
    wires.forEach((wire, index) => put(wire, ['icon'], icons[index]))
  }
  for (const expansion of ctx.app.extensions.all(spaceExpansions)) {
    const names = expansion.name.split('.')
    const wanted = names.reduce<Expand | undefined>((tree, name) => tree && expanded(tree, name), expand)
    if (!wanted) continue
    const values = await expansion.load(ctx, spaces, wanted)
    spaces.forEach((space, index) => {
      const wire = wires[index]
      if (wire && values.has(space.id)) put(wire, names, values.get(space.id))
    })
  }
  return wires.map(inOrder)
}

/** Values first, links last, as clients that read the text of an answer expect. */
function inOrder({ _links, _expandable, ...values }: SpaceWire): SpaceWire {
  return { ...values, _links, _expandable } as SpaceWire
}

/** One space; see {@link spaceWires}. */
export async function spaceWire(ctx: Context, space: Space, expand: Expand = NOTHING): Promise<SpaceWire> {
  const [wire] = await spaceWires(ctx, [space], expand)
  if (!wire) throw new Error('a space gave no answer')
  return wire
}

function baseWire(app: Pick<App, 'baseUrl'>, space: Space, expand: Expand): SpaceWire {
  const expandable: Record<string, string> = { metadata: '', icon: '', description: '', homepage: '' }
  if (space.home_page_id !== null) expandable['homepage'] = `/rest/api/content/${space.home_page_id}`
  const wire: SpaceWire = {
    id: space.id,
    key: space.key,
    name: space.name,
    status: space.status === 'archived' ? 'archived' : 'current',
    type: space.type,
    _links: { webui: spacePath(space), self: app.baseUrl + spaceRestPath(space) },
    _expandable: expandable,
  }
  const description = expanded(expand, 'description')
  if (description) put(wire, ['description'], descriptionOf(space, description))
  if (expanded(expand, 'metadata')) put(wire, ['metadata'], { _expandable: { labels: '' } })
  return wire
}

/** Both representations say the same: descriptions are plain text. */
function descriptionOf(space: Space, expand: Expand): Record<string, unknown> {
  const expandable: Record<string, string> = {}
  const description: Record<string, unknown> = {}
  for (const representation of ['plain', 'view']) {
    if (!expanded(expand, representation)) expandable[representation] = ''
    else {
      const value = representation === 'view' ? escapeHtml(space.description) : space.description
      description[representation] = { value, representation }
    }
  }
  return { ...description, _expandable: expandable }
}

/** Sets a value at a path and takes its name off `_expandable` there. */
function put(target: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void {
  if (name === undefined) return
  const expandable = target['_expandable'] as Record<string, string> | undefined
  if (expandable) delete expandable[name]
  if (rest.length === 0) {
    target[name] = value
    return
  }
  const inner = (target[name] ?? {}) as Record<string, unknown>
  target[name] = inner
  put(inner, rest, value)
}
