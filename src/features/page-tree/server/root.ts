import { pageByText, referenceOf, type MacroCall, type MacroInvocation, type RenderPage } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { findContent, findPage, meantTitleKey, type ContentRow } from '#features/content-core/server/read.ts'
import { findSpace, type Space } from '#features/spaces/server/index.ts'

/** Root of a tree: a page, or the top of a space. */
export interface TreeRoot {
  readonly space: Space
  readonly page: ContentRow | null
}

/** The page or the space that the reader does not find, as it was named. */
export interface NoRoot {
  readonly missing: string
}

/**
 * The root that a macro names by a parameter: a page, as a resource or as the text `KEY:Title`, or one of `@home` (also
 * without a name), `@self`, `@parent` and `@none`. `spaces` names another space than that of the page.
 */
export async function rootOfMacro(
  ctx: Context,
  { invocation, parameters }: Pick<MacroCall<{ spaces?: string | undefined }>, 'invocation' | 'parameters'>,
  parameter: 'root' | 'rootPage',
  here: RenderPage,
): Promise<TreeRoot | NoRoot> {
  const named = namedRoot(invocation, parameter)
  const spaceKey = namedSpace(parameters.spaces) ?? named.spaceKey ?? here.spaceKey
  const space = await findSpace(ctx, spaceKey)
  if (!space) return { missing: spaceKey }
  const { title } = named
  switch (title.toLowerCase()) {
    case '@none':
      return { space, page: null }
    case '':
    case '@home':
      return homeOf(ctx, space)
    case '@self':
    case '@parent':
      return relativeRoot(ctx, space, here, title)
    default: {
      const page = await findPage(ctx, space.id, meantTitleKey(title))
      return page ? { space, page } : { missing: title }
    }
  }
}

/** Without a home page, the tree of a space begins at its top. */
async function homeOf(ctx: Context, space: Space): Promise<TreeRoot | NoRoot> {
  if (space.home_page_id === null) return { space, page: null }
  const page = await findContent(ctx, space.home_page_id)
  return page ? { space, page } : { missing: '@home' }
}

/** The page itself or the one above it. A page at the top has the others there beside it. */
async function relativeRoot(ctx: Context, space: Space, here: RenderPage, name: string): Promise<TreeRoot | NoRoot> {
  const own = await findContent(ctx, Number(here.id))
  if (!own || own.space_id !== space.id) return { missing: here.title || name }
  if (name.toLowerCase() === '@self') return { space, page: own }
  if (own.parent_id === null) return { space, page: null }
  const page = await findContent(ctx, own.parent_id)
  return page ? { space, page } : { missing: name }
}

/** A root differs from other pages that macros name: a link without a target is the page itself. */
function namedRoot(invocation: MacroInvocation, parameter: string): { title: string; spaceKey?: string | undefined } {
  const resource = invocation.resources[parameter]
  if (resource) {
    // A link without a target leads to the page that it is on.
    if (resource.name === 'ac:link') return { title: '@self' }
    const reference = referenceOf(resource)
    return reference?.kind === 'page' ? reference : { title: '' }
  }
  return pageByText(invocation.parameters[parameter]?.slice(0, 500) ?? '')
}

/** Key of the first space that is named; undefined for the page's own. */
function namedSpace(spaces: string | undefined): string | undefined {
  const written = spaces?.split(/[\s,]+/)[0]
  return written && written !== '@self' ? written : undefined
}
