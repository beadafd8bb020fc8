import { defineMacro, h, type Html, type MacroCall, type RenderContext, type ValuesOf } from '#language/index.ts'
import { friendlyTime } from '#platform/friendly-time.ts'
import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById, personNamed } from '#features/accounts/server/index.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { quotedCql } from '#features/search/cql-shared.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { labels, listQuery, maximum, spaceKey, spaces, spacesOrOwn } from './parameters.ts'
import { among, inSpaces, isEverywhere, listByCql, namesOf, withoutOrder, type Listed } from './query.ts'
import { more } from './report.ts'

/** `contentbylabel`: links to the results of a query, or to contents with labels. */
export const contentByLabel = defineMacro({
  name: 'contentbylabel',
  title: 'Content by label',
  description:
    'Pages and blog posts with labels, or the results of a query. The lists of a page show up to 200 entries each and 4,000 together.',
  category: 'reporting',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    ...listQuery,
    max: { ...maximum, aliases: ['maxResults'] },
    title: { type: 'text', label: 'Title', maxLength: 300 },
    showSpace: { type: 'boolean', label: 'Show spaces' },
    sort: { type: 'enum', label: 'Sort by', values: ['title', 'creation', 'modified'] },
    reverse: { type: 'boolean', label: 'Reverse order' },
  },
  async render(call, context) {
    const ctx = contextOf(context)
    const cql = cqlOf(call.parameters, context.page.spaceKey)
    if (cql === undefined)
      return call.root('div', { class: 'error', role: 'note' }, readerOf(ctx).t('No labels are named.'))
    const field =
      call.parameters.sort && { title: 'title', creation: 'created', modified: 'lastmodified' }[call.parameters.sort]
    const order = field ? ` order by ${field} ${call.parameters.reverse === (field === 'title') ? 'desc' : 'asc'}` : ''
    const { title } = call.parameters
    return call.root(
      'div',
      { class: 'content-by-label' },
      title?.trim() && h('h3', {}, title.trim()),
      await list(`${cql}${order}`, call.parameters.max, context, {
        withSpace: call.parameters.showSpace,
        withChange: false,
      }),
    )
  },
})

/** `recently-updated`: what changed last in this space, or in the ones that are named. */
export const recentlyUpdated = defineMacro({
  name: 'recently-updated',
  title: 'Recently updated',
  description: 'Pages and blog posts, the last changed first.',
  category: 'reporting',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: { spaces: spacesOrOwn, labels, max: { ...maximum, aliases: ['maxResults'] } },
  render: (call, context) => changesIn(call, '@self', context),
})

/** `recently-updated-dashboard`: what changed last in all spaces, or in the ones that are named. */
export const recentlyUpdatedDashboard = defineMacro({
  name: 'recently-updated-dashboard',
  title: 'Recently updated in all spaces',
  description: 'Pages and blog posts of all spaces, the last changed first.',
  category: 'reporting',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: { spaces, labels, max: { ...maximum, aliases: ['maxResults'], default: 20 } },
  render: (call, context) => changesIn(call, '@all', context),
})

type Changes = ValuesOf<{ spaces: typeof spaces; labels: typeof labels; max: typeof maximum }>

/** @param usual where it looks when no space is named */
async function changesIn(call: MacroCall<Changes>, usual: string, context: RenderContext): Promise<Html> {
  const p = call.parameters
  const shown = p.spaces.length > 0 ? p.spaces : [usual]
  const conditions = [
    'type in (page, blogpost)',
    inSpaces(shown, context.page.spaceKey),
    among('label', p.labels),
  ].filter(condition => condition !== undefined)
  return call.root(
    'div',
    { class: 'recently-updated' },
    await list(`${conditions.join(' and ')} order by lastmodified desc`, p.max, context, {
      withSpace: isEverywhere(shown) || shown.length > 1,
      withChange: true,
    }),
  )
}

/** `content-by-user`: the pages and posts that a user made, the latest first. */
export const contentByUser = defineMacro({
  name: 'content-by-user',
  title: 'Content by user',
  description: 'The pages and blog posts that a user created, the latest first.',
  category: 'reporting',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    user: { type: 'user', label: 'User', required: true, aliases: ['', 'name', 'username'], maxLength: 255 },
    max: { ...maximum, aliases: ['maxResults'], default: 50 },
  },
  async render(call, context) {
    const ctx = contextOf(context)
    const person = await personNamed(ctx.app, call.invocation, call.parameters.user)
    if (!person)
      return call.root('div', { class: 'error', role: 'note' }, readerOf(ctx).t('The user could not be found.'))
    const cql = `type in (page, blogpost) and creator = ${quotedCql(person.username)} order by created desc`
    return call.root(
      'div',
      { class: 'content-by-user' },
      await list(cql, call.parameters.max, context, { withSpace: true, withChange: false }),
    )
  },
})

/** `favpages`: the pages and posts that the reader saved for later. */
export const savedPages = defineMacro({
  name: 'favpages',
  title: 'Saved pages',
  description: 'The pages and blog posts that the reader saved for later.',
  category: 'reporting',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: { max: { ...maximum, aliases: ['maxResults'], default: 50 } },
  async render(call, context) {
    context.depends.perUser()
    const ctx = contextOf(context)
    if (ctx.viewer.userId === null)
      return call.root('p', { class: 'blank-experience' }, readerOf(ctx).t('No content found.'))
    const cql = 'favourite = currentUser() and type in (page, blogpost) order by title'
    return call.root('div', {}, await list(cql, call.parameters.max, context, { withSpace: true, withChange: false }))
  },
})

/** `space-attachments`: the files of a space, the latest first. */
export const spaceFiles = defineMacro({
  name: 'space-attachments',
  title: 'Space attachments',
  description: 'The files of a space, the latest first.',
  category: 'media',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    space: { ...spaceKey, aliases: ['', 'spaceKey'] },
    max: { ...maximum, aliases: ['maxResults'], default: 50 },
  },
  async render(call, context) {
    const [named] = namesOf(call.invocation, 'space')
    const space = named ?? call.parameters.space?.trim() ?? context.page.spaceKey
    const cql = `type = attachment and space = ${quotedCql(space)} order by lastmodified desc`
    return call.root('div', {}, await list(cql, call.parameters.max, context, { withSpace: false, withChange: true }))
  },
})

/** The query of a macro, written as CQL or by labels and spaces, without its order; undefined where it names none. */
export function cqlOf(p: ValuesOf<typeof listQuery>, ownSpace: string): string | undefined {
  if (p.cql !== undefined) return withoutOrder(p.cql)
  const named = [...p.labels, ...p.label, ...p['']]
  if (named.length === 0) return undefined
  return [among('label', named), inSpaces(p.spaces, ownSpace), 'type in (page, blogpost)']
    .filter(condition => condition !== undefined)
    .join(' and ')
}

interface Look {
  withSpace: boolean
  withChange: boolean
}

async function list(cql: string, max: number, context: RenderContext, look: Look): Promise<Html> {
  context.depends.volatile()
  const ctx = contextOf(context)
  const listed = await listByCql(
    ctx,
    cql,
    { spaceKey: context.page.spaceKey, contentId: context.page.id },
    { max, context },
  )
  if (typeof listed === 'string') return h('p', { class: 'error', role: 'note' }, listed)
  if (listed.rows.length === 0) return h('p', { class: 'blank-experience' }, readerOf(ctx).t('No content found.'))
  return h('div', {}, await items(ctx, listed, context, look), more(listed, ctx, context))
}

async function items(
  ctx: Context,
  { rows }: Listed,
  context: RenderContext,
  { withSpace, withChange }: Look,
): Promise<Html> {
  const [spaces, people] = await Promise.all([
    spacesById(
      ctx.app,
      rows.map(row => row.space_id),
    ),
    accountsById(
      ctx.app,
      rows.map(row => row.updater_id),
    ),
  ])
  return h(
    'ul',
    {},
    ...rows.map(row => {
      const space = spaces.get(row.space_id)
      const name = people.get(row.updater_id ?? 0)?.display_name ?? readerOf(ctx).t('Anonymous')
      const when = friendlyTime(row.updated_at, Date.now(), ctx.locale, ctx.viewer.timeZone)
      return h(
        'li',
        {},
        h(
          'a',
          { href: context.url(contentPath(row, space?.key ?? '')), 'data-linked-resource-id': String(row.id) },
          row.title,
        ),
        withSpace && space && h('span', { class: 'list-detail' }, ` (${space.name})`),
        withChange &&
          h('span', { class: 'list-detail' }, ` · ${readerOf(ctx).t('updated {{when}} by {{name}}', { when, name })}`),
      )
    }),
  )
}
