import { defineMacro, h, referenceOf, type MacroInvocation } from '#language/index.ts'
import { SEARCH_PATH } from '#features/search/address-shared.ts'
import { ADDITIONAL, LIVE_SEARCH_MACRO, type LiveSearch } from '../shared.ts'

/** Types as authors write them, and as CQL names them. */
const TYPES: Readonly<Record<string, string>> = {
  page: 'page',
  blogpost: 'blogpost',
  comment: 'comment',
  attachment: 'attachment',
  spacedesc: 'space',
  space: 'space',
  userinfo: 'user',
}
const MOST_LABELS = 20

/**
 * The macro `livesearch`: a box that searches while one types. Without script it is a form that leads to the search
 * page, which knows nothing of its labels.
 */
export const liveSearchMacro = defineMacro({
  name: LIVE_SEARCH_MACRO,
  body: 'none',
  output: 'block',
  parameters: {
    size: { type: 'enum', values: ['medium', 'large'] },
    additional: { type: 'enum', values: ADDITIONAL, default: 'space name' },
    type: { type: 'string', maxLength: 200 },
    labels: { type: 'string', maxLength: 1000 },
    placeholder: { type: 'string', maxLength: 200 },
  },
  render(call, context) {
    const { size, additional, type, labels, placeholder } = call.parameters
    const { mode, t } = context
    // A page that is printed or sent has no search box.
    if (mode !== 'view' && mode !== 'preview') return call.root('div', {})
    const search: LiveSearch = {
      spaceKey: spaceOf(call.invocation, context.page.spaceKey),
      types: listOf(type).flatMap(name => TYPES[name.toLowerCase()] ?? []),
      labels: listOf(labels).slice(0, MOST_LABELS),
      additional,
    }
    const hidden = (name: string, value: string) => h('input', { type: 'hidden', name, value })
    return call.root(
      'div',
      {
        class: `search-macro ox-live-search${size === 'large' ? ' ox-live-search-large' : ''}`,
        'data-live-search': JSON.stringify(search),
      },
      h(
        'form',
        { class: 'search-macro-form', action: context.url(SEARCH_PATH), method: 'get', role: 'search' },
        search.spaceKey !== undefined && hidden('where', search.spaceKey),
        search.types.length > 0 && hidden('type', search.types.join(',')),
        h('input', {
          class: 'search-macro-query',
          type: 'search',
          name: 'queryString',
          autocomplete: 'off',
          maxlength: 255,
          placeholder: placeholder ?? t('Search'),
          'aria-label': placeholder ?? t('Search'),
        }),
        h('button', { class: 'ox-visually-hidden', type: 'submit' }, t('Search')),
      ),
    )
  },
})

/** Key of the space that is searched: named as a resource or a text, or the page's own. */
function spaceOf({ resources, parameters }: MacroInvocation, ownKey: string): string | undefined {
  const resource = resources['spaceKey']
  const reference = resource && referenceOf(resource)
  const key = (reference?.kind === 'space' ? reference.spaceKey : (parameters['spaceKey'] ?? '')).trim()
  if (key === '' || key === '@all') return undefined
  return key === '@self' || key === 'currentSpace()' ? ownKey : key.slice(0, 255)
}

function listOf(written = ''): string[] {
  return written
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
}
