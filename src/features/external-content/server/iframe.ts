import { defineMacro } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { FRAME_MACRO, FRAME_PATH, type FrameView } from '../shared.ts'
import { frameAddress } from './settings.ts'

/** `iframe`: a page of another site. The browser makes the frame; without script it is a link. */
export const iframeMacro = defineMacro({
  name: FRAME_MACRO,
  title: 'Page of another site',
  description: 'A page of a site that administrators allow, in a frame.',
  category: 'external-content',
  body: 'none',
  output: 'block',
  parameters: {
    src: { type: 'url', label: 'Address', required: true, aliases: ['', 'url'], maxLength: 5000 },
    title: { type: 'text', label: 'Title', help: 'Read by screen readers. Default: the address.', maxLength: 300 },
    width: { type: 'length', label: 'Width', default: '100%' },
    height: { type: 'length', label: 'Height', default: '400px' },
    frameborder: { type: 'enum', label: 'Border', values: ['show', 'hide'], default: 'hide' },
  },
  render(call, context) {
    const ctx = contextOf(context)
    const { src = '', title, width, height, frameborder } = call.parameters
    const { t } = readerOf(ctx)
    // Administrators may allow other sites.
    context.depends.volatile()
    const written = URL.parse(src.trim())
    const notice = { class: 'macro-notice', role: 'note' }
    if (!written || !/^https?:$/.test(written.protocol))
      return call.root('div', notice, t('No address of a site is named.'))
    const link = context.link({ kind: 'url', value: written.href }, title?.trim() || written.href)
    const address = frameAddress(ctx.app, src)
    if (!address) {
      const values = { host: written.host }
      const sentence = t('Pages of {{host}} are not shown here until an administrator allows the site.', values)
      return call.root('div', notice, sentence, ' ', link)
    }
    const { mode } = context
    if (mode !== 'view' && mode !== 'preview') return call.root('div', {}, link)
    const name = title?.trim() || address.href.slice(0, 300)
    const query = new URLSearchParams({ url: address.href, title: name })
    const view: FrameView = {
      src: context.url(`${FRAME_PATH}?${query.toString()}`),
      title: name,
      width,
      height,
      hasBorder: frameborder === 'show',
    }
    return call.root('div', { class: 'ox-external-frame', 'data-frame': JSON.stringify(view) }, link)
  },
})
