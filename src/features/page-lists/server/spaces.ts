import { defineMacro, h } from '#language/index.ts'
import { friendlyTime } from '#platform/friendly-time.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById, personLink } from '#features/accounts/server/index.ts'
import { contentPath, findContent } from '#features/content-core/server/read.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { findSpace, spacePath, spacesByName } from '#features/spaces/server/index.ts'
import { spaceKey } from './parameters.ts'

/** Spaces that the macro lists; the directory has the rest. */
const MOST_SPACES = 100

/** `spaces`: the spaces that the reader may view, by name. */
export const spacesMacro = defineMacro({
  name: 'spaces',
  title: 'Spaces list',
  description: 'The spaces that the reader may view, by name.',
  category: 'navigation',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {},
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const { t } = readerOf(ctx)
    const found = await spacesByName(ctx, { status: 'current' }, { start: 0, limit: MOST_SPACES })
    const shown = found.slice(0, MOST_SPACES)
    return call.root(
      'div',
      { class: 'spaces-list' },
      h('ul', {}, ...shown.map(space => h('li', {}, h('a', { href: context.url(spacePath(space)) }, space.name)))),
      found.length > shown.length &&
        h('p', { class: 'more-link' }, h('a', { href: context.url('/spacedirectory/view.action') }, t('All spaces'))),
    )
  },
})

/** `space-details`: what a space is called, what it is for, and who made it when. */
export const spaceDetails = defineMacro({
  name: 'space-details',
  title: 'Space details',
  description: 'Name, key, description, home page and creator of a space.',
  category: 'reporting',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: { spaceKey: { ...spaceKey, aliases: ['', 'space', 'key'] } },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const { t } = readerOf(ctx)
    const space = await findSpace(ctx, call.parameters.spaceKey?.trim() ?? context.page.spaceKey)
    if (!space) return call.root('div', { class: 'error', role: 'note' }, t('The space could not be found.'))
    const url = (path: string) => context.url(path)
    const [people, home] = await Promise.all([
      accountsById(ctx.app, [space.creator_id]),
      space.home_page_id === null ? undefined : findContent(ctx, space.home_page_id),
    ])
    const line = (head: string, ...value: Parameters<typeof h>[2][]) =>
      h('tr', {}, h('th', { class: 'confluenceTh', scope: 'row' }, head), h('td', { class: 'confluenceTd' }, ...value))
    const created = friendlyTime(space.created_at, Date.now(), ctx.locale, ctx.viewer.timeZone)
    return call.root(
      'div',
      { class: 'table-wrap space-details' },
      h(
        'table',
        { class: 'confluenceTable' },
        h(
          'tbody',
          {},
          line(t('Name'), h('a', { href: url(spacePath(space)) }, space.name)),
          line(t('Key'), space.key),
          space.description.trim() !== '' && line(t('Description'), space.description),
          home && line(t('Home page'), h('a', { href: url(contentPath(home, space.key)) }, home.title)),
          line(t('Created by'), personLink(ctx, people.get(space.creator_id ?? 0), url), ` (${created})`),
        ),
      ),
    )
  },
})
