import { defineMacro, h, type HtmlChild, type RenderContext } from '#language/index.ts'
import { friendlyTime } from '#platform/friendly-time.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { type Feed, MOST_ENTRIES } from './feed.ts'
import { feedsOf } from './feeds.ts'

/** `rss`: the newest entries of a feed, as text and links. Markup, pictures and scripts of the feed are left out. */
export const rssMacro = defineMacro({
  name: 'rss',
  title: 'RSS feed',
  description: 'The newest entries of an RSS or Atom feed of another site.',
  category: 'external-content',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    url: { type: 'url', label: 'Address of the feed', required: true, aliases: [''], maxLength: 2000 },
    max: { type: 'number', label: 'Maximum number of entries', default: 15, min: 1, max: MOST_ENTRIES },
    showTitlesOnly: { type: 'boolean', label: 'Titles only' },
    titleBar: { type: 'boolean', label: 'Show the title of the feed', default: true },
  },
  async render(call, context) {
    const ctx = contextOf(context)
    const { t } = readerOf(ctx)
    const { url = '', max, showTitlesOnly, titleBar } = call.parameters
    // Another time, the feed has other entries.
    context.depends.volatile()
    const notice = (sentence: string, link?: HtmlChild) =>
      call.root('div', { class: 'macro-notice', role: 'note' }, sentence, link && ' ', link)
    const address = URL.parse(url.trim())
    if (!address || !/^https?:$/.test(address.protocol)) return notice(t('No address of a feed is named.'))
    const link = context.link({ kind: 'url', value: address.href })
    const result = await feedsOf(ctx.app).get(address.href)
    if ('problem' in result) return notice(t(result.problem), link)
    const { feed } = result
    const entries = feed.entries.slice(0, max)
    if (!context.spend(entries.length)) return notice(t('This page shows too much for the feed.'), link)
    const time = (at: number) => friendlyTime(at, Date.now(), ctx.locale, ctx.viewer.timeZone)
    return call.root(
      'div',
      { class: 'rss-macro' },
      titleBar && feed.title !== '' && h('p', { class: 'rss-title' }, linked(context, feed.title, feed.link)),
      entries.length === 0
        ? h('p', {}, t('The feed has no entries.'))
        : h(
            'ul',
            {},
            ...entries.map(entry =>
              h(
                'li',
                {},
                linked(context, entry.title || entry.link || t('Entry without a title'), entry.link),
                entry.at !== undefined && h('small', {}, ' ', time(entry.at)),
                !showTitlesOnly && entry.summary !== '' && h('p', {}, entry.summary),
              ),
            ),
          ),
    )
  },
})

/** A text, as a link where the feed has an address of the web. */
function linked(context: RenderContext, text: string, link: Feed['link']): HtmlChild {
  const address = URL.parse(link ?? '')
  if (!address || !/^https?:$/.test(address.protocol)) return text
  return context.link({ kind: 'url', value: address.href }, text)
}
