import {
  defineMacro,
  h,
  referenceOf,
  type Html,
  type MacroInvocation,
  type Parameter,
  type ParameterSchema,
} from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Reader } from '#platform/view/reader.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import type { Contributor, Contributors } from '../contract.ts'
import { CONTRIBUTORS_PARAMETERS } from '../shared.ts'
import { contributorsOf, type ContributorsParameters } from './find.ts'

/** Parameters that choose the pages, of both macros. They are read as texts, by {@link parametersOf}. */
export const pageParameters = {
  page: { type: 'page', label: 'Page', help: 'Default: this page.' },
  spaceKey: { type: 'space', label: 'Space of the page' },
  spaces: {
    type: 'space',
    label: 'Spaces',
    help: 'All pages of these spaces: keys, @all, @self, @global, @personal or @favorite.',
    list: 'words',
  },
  labels: { type: 'label', label: 'Labels', help: 'Only pages with one of them.', list: 'words' },
  scope: {
    type: 'enum',
    label: 'Pages below',
    help: 'Adds the child pages, or all pages below.',
    values: ['children', 'descendants'],
  },
} as const satisfies ParameterSchema

const listParameters = {
  ...pageParameters,
  include: { type: 'text', label: 'Contributions', help: 'authors, comments or both.', default: 'authors' },
  order: { type: 'enum', label: 'Sort by', help: 'Default: number of contributions.', values: ['name', 'update'] },
  reverse: { type: 'boolean', label: 'Reverse order' },
  limit: { type: 'number', label: 'Maximum number of users', help: 'Readers can show the others.', min: 1 },
  mode: { type: 'enum', label: 'Layout', values: ['inline', 'list'], default: 'inline' },
  showAnonymous: { type: 'boolean', label: 'Show anonymous changes' },
  showCount: { type: 'boolean', label: 'Show number of contributions' },
  showLastTime: { type: 'boolean', label: 'Show last contribution' },
  noneFoundMessage: { type: 'text', label: 'Text if nothing is found' },
} as const satisfies Record<(typeof CONTRIBUTORS_PARAMETERS)[number], Parameter>

/**
 * The contributors macro. Its answer is in the page whole, for readers without script and for exports; in the browser
 * it asks again, by the parameters that it carries.
 */
export const contributorsMacro = defineMacro({
  name: 'contributors',
  title: 'Contributors',
  description: 'The users who wrote the page, or the pages below it.',
  category: 'communication',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: listParameters,
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const parameters = parametersOf(call.invocation)
    const answer = await contributorsOf(ctx, Number(context.page.id), parameters)
    const query = JSON.stringify({ pageId: context.page.id, ...parameters })
    return call.root(
      'div',
      { class: 'contributors-macro-ajax-container', 'data-contributors': query },
      ...shown(answer, readerOf(ctx), path => context.url(path)),
    )
  },
})

/** As texts, which the call takes too: a page that is named as a resource reads `KEY:Title`. */
export function parametersOf(invocation: MacroInvocation): ContributorsParameters {
  const given: ContributorsParameters = {}
  for (const name of CONTRIBUTORS_PARAMETERS) {
    const value = invocation.parameters[name]
    if (value !== undefined) given[name] = value.slice(0, 500)
  }
  const space = invocation.resources['spaces']
  const ofSpace = space && referenceOf(space)
  if (ofSpace?.kind === 'space') given.spaces = ofSpace.spaceKey
  const resource = invocation.resources['page']
  const reference = resource && referenceOf(resource)
  if (reference?.kind === 'page')
    given.page = reference.spaceKey ? `${reference.spaceKey}:${reference.title}` : reference.title
  return given
}

/** The browser draws the same: `web/island.ts`. */
function shown(answer: Contributors, { t }: Reader, url: (path: string) => string): Html[] {
  if (answer.errorMessage !== null) return [h('p', { class: 'contributors-message' }, answer.errorMessage)]
  const rows = (people: readonly Contributor[], hidden: boolean) =>
    people.map(person =>
      h('li', { class: hidden ? 'hidden-contributor' : undefined }, name(person, url), detail(answer, person)),
    )
  const { visibleContributors: visible, hiddenContributors: hidden } = answer
  const list = (items: Html[]) =>
    h('ul', { class: answer.layoutStyle === 'LIST' ? 'contributors-list' : 'contributors-flat' }, ...items)
  if (hidden.length === 0) return [list(rows(visible, false))]
  const more = t('{{count}} more...', { count: hidden.length })
  return [
    list(rows(visible, false)),
    h('details', { class: 'contributors-more' }, h('summary', {}, more), list(rows(hidden, true))),
  ]
}

function name(person: Contributor, url: (path: string) => string): Html {
  return person.url
    ? h('a', { class: 'confluence-userlink', href: url(person.url) }, person.fullNameString)
    : h('span', {}, person.fullNameString)
}

function detail(answer: Contributors, person: Contributor): Html | undefined {
  const parts = [
    ...(answer.showCount ? [String(person.totalCount)] : []),
    ...(answer.showTime ? [person.relativeLastActiveTimeStr] : []),
  ]
  return parts.length > 0 ? h('span', { class: 'contributor-detail' }, ` (${parts.join(', ')})`) : undefined
}
