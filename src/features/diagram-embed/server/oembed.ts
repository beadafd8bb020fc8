import { html } from '#platform/server/http/markup.ts'

interface Size {
  width: number
  height: number
}

/** Size of a drawing within the room that a consumer has, px: its own, or smaller in the same proportion. */
export function shownWithin(
  { width, height }: Size,
  { maxwidth = Infinity, maxheight = Infinity }: { maxwidth?: number | undefined; maxheight?: number | undefined },
): Size {
  const scale = Math.min(1, maxwidth / Math.max(width, 1), maxheight / Math.max(height, 1))
  const px = (length: number, most: number) => Math.max(1, Math.min(Math.ceil(length * scale), most))
  return { width: px(width, maxwidth), height: px(height, maxheight) }
}

/** The frame that shows a link in another tool. */
export function iframeOf(url: string, title: string, { width, height }: Size): string {
  return html`<iframe src="${url}" title="${title}" width="${width}" height="${height}" style="border:0" loading="lazy" allowfullscreen></iframe>`
    .text
}
