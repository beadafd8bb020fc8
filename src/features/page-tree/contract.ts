import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, repeatable } from '#platform/wire.ts'
import { EVERY_LEVEL, NATURAL_CHILDREN } from './shared.ts'

/** Text of a query, of which clients of the old product send several, or words such as `None`. */
const text = repeatable.transform(([first = '']) => first.slice(0, 500))
const id = repeatable.transform(([first = '']) => (/^\d{1,15}$/.test(first) ? Number(first) : undefined))
const flag = repeatable.transform(([first = '']) => first.toLowerCase() === 'true')

export const naturalChildren = endpoint({
  method: 'GET',
  path: NATURAL_CHILDREN,
  tag: 'page tree',
  summary: 'Pages below a page (`pageId`), or at the top of a space (`hasRoot=false&spaceKey`), as a list in HTML',
  query: z.object({
    hasRoot: text,
    pageId: id,
    spaceKey: text,
    /** Ends the ids of the elements. */
    treeId: text,
    /** Levels to open, the first included; {@link EVERY_LEVEL} for all. */
    startDepth: clampedInteger({ least: 0, most: EVERY_LEVEL, otherwise: 0 }),
    /** Pages that are open whatever their level: those above the page that is read. */
    ancestors: repeatable.transform(values =>
      values
        .filter(value => /^\d{1,15}$/.test(value))
        .slice(0, 200)
        .map(Number),
    ),
    /** The page that is read. */
    treePageId: id,
    sort: text,
    reverse: flag,
    excerpt: flag,
    /** Pages of the first level to leave out at its begin. */
    start: clampedInteger({ least: 0, most: 1e9, otherwise: 0 }),
  }),
})

export const pageTreeSearch = endpoint({
  // It changes nothing: it leads to the search.
  allowWithoutToken: true,
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/plugins/pagetreesearch/pagetreesearch.action',
  tag: 'page tree',
  summary: 'Search below a page',
  encoding: 'form',
  body: z.object({
    ancestorId: z.string().max(20).default(''),
    spaceKey: z.string().max(255).default(''),
    queryString: z.string().max(1000).default(''),
  }),
})
