import {
  defineMacro,
  findExcerpt,
  h,
  nodesToText,
  type Html,
  type RenderContext,
  type StorageDocument,
} from '#language/index.ts'
import { createPath } from '#platform/create-path.ts'
import { friendlyTime } from '#platform/friendly-time.ts'
import type { Context } from '#platform/server/context.ts'
import { isReadOnly } from '#platform/server/http/access-mode.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contentPath, documentOf, storageOf, type ContentRow } from '#features/content-core/server/read.ts'
import { contextOf, readableElsewhere, renderPartsOfPages } from '#features/content-core/server/render.ts'
import { findSpace, mayInSpace } from '#features/spaces/server/index.ts'
import { labels, maximum, spacesOrOwn } from './parameters.ts'
import { among, inSpaces, listByCql } from './query.ts'
import { factsOfRows, more } from './report.ts'

/** Characters of a post without an excerpt that are shown for one. */
const EXCERPT_LENGTH = 500

const ORDERS = { title: 'title asc', creation: 'created desc', modified: 'lastmodified desc' } as const

/** `blog-posts`: the latest posts of this space, or of those that are named, by title, with excerpts or whole. */
export const blogPosts = defineMacro({
  name: 'blog-posts',
  title: 'Blog posts',
  description: 'The latest blog posts, as titles, as excerpts or as a whole.',
  category: 'reporting',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    max: { ...maximum, aliases: ['maxResults'], default: 15 },
    content: {
      type: 'enum',
      label: 'Show of each post',
      values: ['titles', 'excerpts', 'entire'],
      default: 'entire',
    },
    spaces: spacesOrOwn,
    labels,
    author: { type: 'user', label: 'Authors', help: 'User names.', list: 'words' },
    sort: { type: 'enum', label: 'Sort by', values: ['title', 'creation', 'modified'], default: 'creation' },
    reverse: { type: 'boolean', label: 'Reverse order' },
  },
  async render(call, context) {
    context.depends.volatile()
    context.depends.perUser()
    const ctx = contextOf(context)
    const { page } = context
    const { max, content, spaces: named, labels: labelled, author, sort, reverse } = call.parameters
    const conditions = [
      'type = blogpost',
      inSpaces(named.length > 0 ? named : ['@self'], page.spaceKey),
      among('label', labelled),
      among('creator', author),
    ].filter(condition => condition !== undefined)
    const listed = await listByCql(
      ctx,
      `${conditions.join(' and ')} order by ${reverse ? reversed(ORDERS[sort]) : ORDERS[sort]}`,
      { spaceKey: page.spaceKey, contentId: page.id },
      { max, context },
    )
    if (typeof listed === 'string') return call.root('div', { class: 'error', role: 'note' }, listed)
    return call.root(
      'div',
      { class: 'blog-posts' },
      await createButton(ctx, context),
      listed.rows.length === 0
        ? h('p', { class: 'blank-experience' }, readerOf(ctx).t('No content found.'))
        : await posts(ctx, listed.rows, content, context),
      more(listed, ctx, context),
    )
  },
})

function reversed(order: string): string {
  return order.endsWith(' asc') ? order.replace(/asc$/, 'desc') : order.replace(/desc$/, 'asc')
}

/** For who may write posts in the page's space. */
async function createButton(ctx: Context, context: RenderContext): Promise<Html | undefined> {
  const { mode, page } = context
  if (mode !== 'view' && mode !== 'preview') return undefined
  const space = await findSpace(ctx, page.spaceKey)
  if (!space || space.status === 'archived' || isReadOnly(ctx.app)) return undefined
  if (!(await mayInSpace(ctx.app, ctx.viewer, space.id, 'create:blogpost'))) return undefined
  return h(
    'p',
    {},
    h(
      'a',
      { class: 'create-blog-post', href: context.url(createPath('blogpost', space.key)) },
      readerOf(ctx).t('Create blog post'),
    ),
  )
}

async function posts(
  ctx: Context,
  rows: readonly ContentRow[],
  content: 'titles' | 'excerpts' | 'entire',
  context: RenderContext,
): Promise<Html> {
  const { spaces, creatorOf } = await factsOfRows(ctx, rows)
  const keyOf = (row: ContentRow) => spaces.get(row.space_id)?.key ?? ''
  const bodies = content === 'titles' ? [] : await bodiesOf(ctx, rows, content, { context, keyOf })
  return h(
    'div',
    {},
    ...rows.map((row, index) => {
      const name = creatorOf(row)?.display_name ?? readerOf(ctx).t('Anonymous')
      const when = friendlyTime(row.created_at, Date.now(), ctx.locale, ctx.viewer.timeZone)
      return h(
        'div',
        { class: 'blog-post-listing' },
        h(
          'p',
          {},
          h('a', { class: 'blogtitle', href: context.url(contentPath(row, keyOf(row))) }, row.title),
          h('span', { class: 'list-detail' }, ` · ${readerOf(ctx).t('posted {{when}} by {{name}}', { when, name })}`),
        ),
        bodies[index],
      )
    }),
  )
}

/** Text shown of each post beside its title; macros of a post are shown as their text. */
async function bodiesOf(
  ctx: Context,
  rows: readonly ContentRow[],
  content: 'excerpts' | 'entire',
  { context, keyOf }: { context: RenderContext; keyOf: (row: ContentRow) => string },
): Promise<(Html | undefined)[]> {
  const texts = await storageOf(ctx.app, rows)
  const documents = rows.map(row => {
    const storage = texts.get(row.id) ?? ''
    // Large texts are read in a thread when their page is shown: here their title does.
    return ctx.app.workers.isLarge(storage.length) || !context.spend(storage.length) ? undefined : documentOf(storage)
  })
  if (content === 'excerpts') return documents.map(document => document && excerptOf(document))
  const html = await renderPartsOfPages(
    ctx,
    rows.map((row, index) => {
      const document = documents[index]
      return document ? readableElsewhere(document, { id: row.id, spaceKey: keyOf(row) }).children : []
    }),
  )
  return html.map(body => h('div', { class: 'blog-post-body' }, body))
}

/** The content of a post's excerpt macro, else the post's beginning. */
function excerptOf(document: StorageDocument): Html | undefined {
  const text = nodesToText(findExcerpt(document, 'excerpt')?.rich ?? document.children)
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '') return undefined
  return h('p', {}, text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text)
}
