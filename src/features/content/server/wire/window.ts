import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Expand } from '#platform/server/http/expand.ts'
import { VIEWS } from '#features/content-core/server/render.ts'

/** Contents in one page of a list with rendered bodies: of these forms, and of those for export. */
const MOST_VIEWS = 50
const MOST_EXPORT_VIEWS = 25
/** Rendered bodies of one answer, with those of lists and contents inside its contents. */
const MOST_RENDERED = 250
const bodiesRendered = new WeakMap<Context, number>()

/**
 * The page of a list that is answered: a shorter one than asked for where the answer has rendered bodies, as the
 * original product does it. The answer names its limit, and the next page continues behind it.
 */
export function windowFor<Query extends { readonly limit: number }>(query: Query, expand: Expand): Query {
  const views = viewsIn(expand)
  if (views.size === 0) return query
  const most = views.size === 1 && views.has('view') ? MOST_VIEWS : MOST_EXPORT_VIEWS
  return query.limit > most ? { ...query, limit: most } : query
}

/** Forms of rendered bodies that are to be expanded, at any depth. */
function viewsIn(expand: Expand): Set<string> {
  const found = new Set<string>()
  for (const [name, inner] of expand.children) {
    if (name === 'body') for (const view of [...VIEWS, 'markdown']) if (inner.children.has(view)) found.add(view)
    for (const view of viewsIn(inner)) found.add(view)
  }
  return found
}

/**
 * Consumes rendered bodies of the budget of an answer, before they are rendered.
 * @throws HttpError 400 when the answer has more than {@link MOST_RENDERED}
 */
export function takeRendered(ctx: Context, count: number): void {
  const sum = (bodiesRendered.get(ctx) ?? 0) + count
  if (sum > MOST_RENDERED)
    throw badRequest(
      'this asks for more than {{most}} rendered bodies in one answer; ask for fewer at once (limit), or for body.storage',
      { field: 'expand', values: { most: MOST_RENDERED }, forPrograms: true },
    )
  bodiesRendered.set(ctx, sum)
}
