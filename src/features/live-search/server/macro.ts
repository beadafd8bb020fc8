import { defineMacro, h } from '#language/index.ts'
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
  title: 'Live search',
  description: 'A search box that shows results while readers type.',
  category: 'navigation',
  insert: { keywords: 'search box find', parameters: { spaceKey: '@self' } },
  body: 'none',
  output: 'block',
  parameters: {
    spaceKey: { type: 'space', label: 'Space', help: 'Key, @self or @all. Default: all spaces.' },
    size: { type: 'enum', label: 'Size', values: ['medium', 'large'] },
    additional: { type: 'enum', label: 'Show of each result', values: ADDITIONAL, default: 'space name' },
    type: {
      type: 'text',
      label: 'Kinds of content',
      help: 'page, blogpost, comment, attachment, spacedesc or userinfo. Default: all.',
      list: 'commas',
      maxLength: 200,
    },
    labels: { type: 'label', label: 'Labels', list: 'commas', maxLength: 1000 },
    placeholder: { type: 'text', label: 'Text in the empty box', maxLength: 200 },
  },
  render(call, context) {
    const { spaceKey, size, additional, type, labels, placeholder } = call.parameters
    const { mode, t } = context
    // A page that is printed or sent has no search box.
    if (mode !== 'view' && mode !== 'preview') return call.root('div', {})
    const search: LiveSearch = {
      spaceKey: spaceOf(spaceKey, context.page.spaceKey),
      types: type.flatMap(name => TYPES[name.toLowerCase()] ?? []),
      labels: labels.slice(0, MOST_LABELS),
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

/** Key of the space that is searched; undefined for all. */
function spaceOf(named: string | undefined, ownKey: string): string | undefined {
  const key = (named ?? '').trim()
  if (key === '' || key === '@all') return undefined
  return key === '@self' || key === 'currentSpace()' ? ownKey : key.slice(0, 255)
}
