import { create as contentDisposition } from 'content-disposition'
import { textDirection } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { Answer } from '#platform/server/http/http.ts'
import { escapeHtml } from '#platform/server/http/markup.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { renderCurrent, spaceKeyOf } from '#features/content-core/server/render.ts'
import { mhtml, type MhtmlPart } from './mhtml.ts'
import { pictureAt } from './pictures.ts'

/** Pictures that go into the file; the others are shown from the wiki where it can be reached. */
const MOST_PICTURES = 200
/** Bytes of all of them. */
const MAX_PICTURES = 50 * 1024 * 1024

const STYLE = `body { font-family: Calibri, Arial, sans-serif; font-size: 11pt }
table { border-collapse: collapse }
th, td { border: 1px solid #c1c7d0; padding: 4pt; vertical-align: top }
th { background: #f4f5f7; text-align: left }
[dir="rtl"] th { text-align: right }
pre, code { font-family: Consolas, "Courier New", monospace; font-size: 10pt }
blockquote { margin-left: 12pt; color: #505f79 }`

/** A page as a file for word processors, with its pictures. The caller has asked the policy. */
export async function wordExport(ctx: Context, row: ContentRow): Promise<Answer> {
  const body = await renderCurrent(ctx, row, await spaceKeyOf(ctx, row), 'export_view')
  const { html, parts } = await withPictures(ctx, body)
  const title = escapeHtml(row.title)
  const direction = textDirection(row.title) === 'rtl' ? ' dir="rtl"' : ''
  const head = `<meta charset="UTF-8"><title>${title}</title><style>${STYLE}</style>`
  const document = `<!DOCTYPE html><html lang="${ctx.locale}"><head>${head}</head><body><h1${direction}>${title}</h1>${html}</body></html>`
  return new Answer(
    200,
    {
      'content-type': 'application/vnd.ms-word',
      'content-disposition': contentDisposition(`${row.title}.doc`),
      'cache-control': 'private, no-store',
    },
    mhtml(document, parts),
  )
}

/** The HTML with the addresses of the wiki's own pictures replaced by those of parts. */
async function withPictures(ctx: Context, html: string): Promise<{ html: string; parts: MhtmlPart[] }> {
  const parts = new Map<string, MhtmlPart>()
  let left = MAX_PICTURES
  for (const [, source = ''] of html.matchAll(/<img [^>]*?src="([^"]*)"/g)) {
    if (parts.size >= MOST_PICTURES || parts.has(source)) continue
    const picture = await pictureAt(ctx, source.replaceAll('&#39;', "'").replaceAll('&amp;', '&'), left)
    if (!picture) continue
    left -= picture.bytes.length
    parts.set(source, { location: `file:///C:/picture-${parts.size + 1}`, ...picture })
  }
  const replaced = html.replace(/(<img [^>]*?src=")([^"]*)"/g, (whole, before: string, source: string) => {
    const part = parts.get(source)
    return part ? `${before}${part.location}"` : whole
  })
  return { html: replaced, parts: [...parts.values()] }
}
