import { defineMacro, h, type Html, type Macro, type RenderContext } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { GLOBAL_CREATE_SPACE, hasGlobalPermission } from '#features/accounts/server/index.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { quotedCql } from '#features/search/cql-shared.ts'
import { SEARCH_PATH } from '#features/search/address-shared.ts'
import { findSpace, spacePath, spacesById } from '#features/spaces/server/index.ts'
import { CREATE_SPACE_PATH } from '#features/spaces/shared.ts'
import { spaceKey } from './parameters.ts'
import { among, listByCql, type Listed } from './query.ts'
import { more } from './report.ts'

/** Entries of a list for a whole space; a link leads to the rest. */
const MOST_PAGES = 200

/** `index`: the pages of the space by their first letter. */
const pageIndex = defineMacro({
  name: 'index',
  title: 'Page index',
  description: 'The first 200 pages of a space, by their first letter.',
  category: 'navigation',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: { spaceKey },
  async render(call, context) {
    const space = call.parameters.spaceKey?.trim() || context.page.spaceKey
    const listed = await pagesOf(context, `type = page and space = ${quotedCql(space)} order by title`, MOST_PAGES)
    if (typeof listed === 'string') return call.root('div', { class: 'error', role: 'note' }, listed)
    const ctx = contextOf(context)
    if (listed.rows.length === 0) return call.root('div', {}, nothing(context))
    const letters = Map.groupBy(listed.rows, ({ title }) => /^\p{L}/u.exec(title)?.[0].toUpperCase() ?? '0-9')
    const url = await pathsOf(context, listed)
    return call.root(
      'div',
      { class: 'page-index' },
      ...[...letters].flatMap(([letter, rows]) => [
        h('h4', {}, letter),
        h('ul', {}, ...rows.map(row => h('li', {}, h('a', { href: url(row) }, row.title)))),
      ]),
      more(listed, ctx, context),
    )
  },
})

const [COLUMNS, MOST_COLUMNS, MOST_CELLS] = [5, 20, 100]

/** `navmap`: the pages with a label, as a table of links. */
const navigationMap = defineMacro({
  name: 'navmap',
  title: 'Navigation map',
  description: 'The first 100 pages with a label, as a table of links.',
  category: 'navigation',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    '': { type: 'label', label: 'Label', required: true, aliases: ['label'], maxLength: 255 },
    title: { type: 'text', label: 'Title', maxLength: 300 },
    wrapAfter: { type: 'number', label: 'Columns', min: 1, max: MOST_COLUMNS, default: COLUMNS },
  },
  async render(call, context) {
    const { '': label, title, wrapAfter } = call.parameters
    const ctx = contextOf(context)
    if (!label?.trim())
      return call.root('div', { class: 'error', role: 'note' }, readerOf(ctx).t('No labels are named.'))
    const own = quotedCql(context.page.spaceKey)
    const query = `type = page and space = ${own} and ${among('label', [label.trim()])} order by title`
    const listed = await pagesOf(context, query, MOST_CELLS)
    if (typeof listed === 'string') return call.root('div', { class: 'error', role: 'note' }, listed)
    if (listed.rows.length === 0) return call.root('div', {}, nothing(context))
    const url = await pathsOf(context, listed)
    const rows = Array.from({ length: Math.ceil(listed.rows.length / wrapAfter) }, (_, at) =>
      listed.rows.slice(at * wrapAfter, (at + 1) * wrapAfter),
    )
    const cell = (row: Listed['rows'][number]) =>
      h('td', { class: 'confluenceTd' }, h('a', { href: url(row) }, row.title))
    return call.root(
      'div',
      { class: 'table-wrap navmap' },
      h(
        'table',
        { class: 'confluenceTable' },
        title?.trim() && h('caption', {}, title.trim()),
        h('tbody', {}, ...rows.map(cells => h('tr', {}, ...cells.map(cell)))),
      ),
      more(listed, ctx, context),
    )
  },
})

/** `global-reports`: links to lists about the whole site. */
const globalReports = defineMacro({
  name: 'global-reports',
  title: 'Lists of the site',
  description: 'Links to the spaces and to the pages and blog posts that were changed last.',
  category: 'navigation',
  body: 'none',
  output: 'block',
  parameters: {},
  render(call, context) {
    const { t } = readerOf(contextOf(context))
    const search = (cql: string) => `${SEARCH_PATH}?${new URLSearchParams({ cql })}`
    const lists: [string, string][] = [
      [t('All spaces'), '/spacedirectory/view.action'],
      [t('Recently updated pages'), search('type in (page, blogpost) order by lastmodified desc')],
      [t('New pages'), search('type = page order by created desc')],
      [t('New blog posts'), search('type = blogpost order by created desc')],
    ]
    const items = lists.map(([title, path]) => h('li', {}, h('a', { href: context.url(path) }, title)))
    return call.root('div', {}, h('ul', {}, ...items))
  },
})

/** `spacejump`: a link to a space. */
const spaceJump = defineMacro({
  name: 'spacejump',
  title: 'Link to a space',
  description: 'A link to a space, with its name.',
  category: 'navigation',
  body: 'none',
  lists: true,
  output: 'inline',
  parameters: { space: { ...spaceKey, aliases: ['', 'spaceKey', 'key'], required: true } },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const space = await findSpace(ctx, call.parameters.space?.trim() ?? '')
    if (!space)
      return call.root('span', { class: 'error', role: 'note' }, readerOf(ctx).t('The space could not be found.'))
    return call.root('span', {}, h('a', { href: context.url(spacePath(space)) }, space.name))
  },
})

/** `create-space-button`: shown to users who may create spaces. */
const createSpaceButton = defineMacro({
  name: 'create-space-button',
  title: 'Button to create a space',
  description: 'A button that leads to the dialog for new spaces, for users who may create them.',
  category: 'navigation',
  body: 'none',
  output: 'inline',
  parameters: {},
  async render(call, context) {
    context.depends.perUser()
    context.depends.volatile()
    const ctx = contextOf(context)
    // A page that is printed or sent has no button.
    const isShown = context.mode === 'view' || context.mode === 'preview'
    if (!isShown || !(await hasGlobalPermission(ctx.app, ctx.viewer, GLOBAL_CREATE_SPACE))) return call.root('span', {})
    const link = h('a', { class: 'aui-button', href: context.url(CREATE_SPACE_PATH) }, readerOf(ctx).t('Create space'))
    return call.root('span', {}, link)
  },
})

const user = { type: 'user', label: 'User', aliases: ['', 'user'], maxLength: 255 } as const

/** Macros about parts of the old product that the wiki does not have: each says so. */
const statusList = defineMacro({
  name: 'status-list',
  title: 'Status updates',
  description: 'Status updates of a user. The wiki has none, and says so.',
  category: 'communication',
  body: 'none',
  output: 'block',
  parameters: { username: user },
  render: (call, context) =>
    call.root(
      'div',
      { class: 'macro-notice', role: 'note' },
      readerOf(contextOf(context)).t('This wiki has no status updates of users.'),
    ),
})

const network = defineMacro({
  name: 'network',
  title: 'Network',
  description: 'The users whom a user follows. The wiki does not show them to others, and says so.',
  category: 'communication',
  body: 'none',
  output: 'block',
  parameters: { username: { ...user, aliases: ['user'] }, '': { type: 'text', label: 'Part', maxLength: 20 } },
  render: (call, context) =>
    call.root(
      'div',
      { class: 'macro-notice', role: 'note' },
      readerOf(contextOf(context)).t('This wiki does not show who follows whom.'),
    ),
})

const instantMessage = defineMacro({
  name: 'im',
  title: 'Name in a messenger',
  description: 'The name of a user in a messenger.',
  category: 'communication',
  body: 'none',
  output: 'inline',
  parameters: {
    '': { type: 'text', label: 'Name', aliases: ['name'], maxLength: 255 },
    service: { type: 'text', label: 'Messenger', maxLength: 60 },
  },
  render(call) {
    const { '': name, service } = call.parameters
    return call.root('span', {}, [name?.trim(), service?.trim() && `(${service.trim()})`].filter(Boolean).join(' '))
  },
})

function pagesOf(context: RenderContext, cql: string, max: number): Promise<Listed | string> {
  context.depends.volatile()
  const where = { spaceKey: context.page.spaceKey, contentId: context.page.id }
  return listByCql(contextOf(context), cql, where, { max, context })
}

async function pathsOf(context: RenderContext, { rows }: Listed): Promise<(row: Listed['rows'][number]) => string> {
  const spaces = await spacesById(
    contextOf(context).app,
    rows.map(row => row.space_id),
  )
  return row => context.url(contentPath(row, spaces.get(row.space_id)?.key ?? ''))
}

function nothing(context: RenderContext): Html {
  return h('p', { class: 'blank-experience' }, readerOf(contextOf(context)).t('No content found.'))
}

/** Macros that lead through the site. */
export const siteMacros: readonly Macro[] = [
  pageIndex,
  navigationMap,
  globalReports,
  spaceJump,
  createSpaceButton,
  statusList,
  network,
  instantMessage,
]
