import { defineMacro } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { FRAME_PATH, WIDGET_MACRO, type FrameView } from '../shared.ts'
import { videoOf, type Video } from '../videos-shared.ts'
import { frameAddress } from './settings.ts'

/** `widget`: a video of another site, in a frame if administrators allow its player. All else is a link. */
export const widgetMacro = defineMacro({
  name: WIDGET_MACRO,
  title: 'Widget connector',
  description:
    'A video of YouTube, Vimeo or Loom, in a frame if administrators allow the site. Other addresses are links.',
  category: 'external-content',
  insert: { keywords: 'video film movie embed youtube vimeo loom', opensForm: true },
  body: 'none',
  output: 'block',
  parameters: {
    url: { type: 'url', label: 'Address', required: true, aliases: [''], maxLength: 5000 },
    width: { type: 'length', label: 'Width', help: 'Of a video. Default: 640 pixels.' },
    height: { type: 'length', label: 'Height', help: 'Of a video. Default: by the width.' },
  },
  render(call, context) {
    const { url = '', width, height } = call.parameters
    const written = url.trim()
    const link = written !== '' && context.link({ kind: 'url', value: written })
    const video = videoOf(written)
    if (!video) return call.root('div', { class: 'widget-macro' }, link)
    // Administrators may allow other sites.
    context.depends.volatile()
    const ctx = contextOf(context)
    const { mode } = context
    if ((mode !== 'view' && mode !== 'preview') || !frameAddress(ctx.app, video.player))
      return call.root('div', { class: 'widget-macro' }, link)
    const { t } = readerOf(ctx)
    const title = t('{{service}} video {{id}}', { service: video.service, id: video.id })
    const query = new URLSearchParams({ url: video.player, title })
    const view: FrameView = {
      src: context.url(`${FRAME_PATH}?${query.toString()}`),
      title,
      ...sizeOf(video, width, height),
      hasBorder: false,
      isVideo: true,
    }
    return call.root('div', { class: 'widget-macro ox-external-frame', 'data-frame': JSON.stringify(view) }, link)
  },
})

const USUAL_WIDTH = 640
const USUAL_WIDTH_UPRIGHT = 320

/** Size of a player. One in pixels keeps its proportions where the column is narrower. */
function sizeOf(
  { isUpright }: Video,
  width: string | undefined,
  height: string | undefined,
): Pick<FrameView, 'width' | 'height' | 'aspectRatio'> {
  const [across, down] = isUpright ? [9, 16] : [16, 9]
  const ratio = `${across} / ${down}`
  const usual = `${isUpright ? USUAL_WIDTH_UPRIGHT : USUAL_WIDTH}px`
  if (height === undefined) return { width: width ?? usual, height: 'auto', aspectRatio: ratio }
  const [x, y] = [pixelsOf(width), pixelsOf(height)]
  if (x > 0 && y > 0) return { width: `${x}px`, height: 'auto', aspectRatio: `${x} / ${y}` }
  if (width === undefined && y > 0)
    return { width: `${Math.round((y * across) / down)}px`, height: 'auto', aspectRatio: ratio }
  return { width: width ?? usual, height }
}

/** Pixels of a CSS length; 0 for lengths in other units. */
const pixelsOf = (length = ''): number => (/^\d+(?:\.\d+)?px$/.test(length) ? Number.parseFloat(length) : 0)
