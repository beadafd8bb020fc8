import { defineMacro, h, referenceOf, type Html, type MacroInvocation } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Reader } from '#platform/view/reader.ts'
import { contextOf } from '#features/content/server/index.ts'
import type { Contributor, Contributors } from '../contract.ts'
import { CONTRIBUTORS_PARAMETERS } from '../shared.ts'
import { contributorsOf, type ContributorsParameters } from './find.ts'

/**
 * The contributors macro. Its answer is in the page whole, for readers without script and for exports; in the browser
 * it asks again, by the parameters that it carries.
 */
export const contributorsMacro = defineMacro({
  name: 'contributors',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {},
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

/** As the call takes them: a page that is named as a resource reads `KEY:Title`. */
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
