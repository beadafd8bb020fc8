import { findExcerpt, nodesToText } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { contentsById, documentOf, factsOf, storageOf } from '#features/content-core/server/read.ts'
import type { TreeLevel } from './tree.ts'

/** Pages whose excerpts one answer has, and characters of each. */
const MOST_EXCERPTS = 200
const MOST_TEXT = 300

/** Text of the first excerpt macro of each page of a tree, by the page's id; those without one are left out. */
export async function excerptsOf(ctx: Context, tree: TreeLevel): Promise<ReadonlyMap<string, string>> {
  const excerpts = new Map<string, string>()
  const rows = await contentsById(ctx, idsOf(tree).slice(0, MOST_EXCERPTS))
  for (const [id, storage] of await storageOf(ctx.app, rows)) {
    // Large texts are read in a thread, of which the facts alone come back.
    if (ctx.app.workers.isLarge(storage.length)) continue
    if (!(await factsOf(ctx.app, storage)).macros.some(macro => macro.name === 'excerpt')) continue
    const text = nodesToText(findExcerpt(documentOf(storage), 'excerpt')?.rich ?? [])
      .replace(/\s+/g, ' ')
      .trim()
    if (text !== '') excerpts.set(String(id), text.slice(0, MOST_TEXT))
  }
  return excerpts
}

function idsOf({ nodes }: TreeLevel): number[] {
  return nodes.flatMap(node => [Number(node.id), ...(node.below ? idsOf(node.below) : [])])
}
