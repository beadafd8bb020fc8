import { call } from '#platform/web/api.ts'
import { svgWithFonts } from '#features/diagrams/web/index.ts'
import { getPreview, type Converted } from '../../contract.ts'
import { previewKindOf } from '../../shared.ts'
import css from './first-page.module.css'

/** Width in px in which HTML is laid out, before it is made small. */
const LAYOUT_WIDTH = 480
/** Rows and columns of a table. */
const MOST_ROWS = 16
const MOST_COLUMNS = 6
/** UTF-16 units of HTML. A page has less. */
const MOST_HTML = 50_000

/**
 * Draws the first page of a file. Nothing in it can be used.
 * @param file data attributes of the file's link
 * @throws ApiError for a file that cannot be shown
 */
export async function drawFirstPage(place: HTMLElement, file: DOMStringMap, signal: AbortSignal): Promise<void> {
  const { linkedResourceId: id = '', linkedResourceVersion: version, fileSrc = '', mimeType = '' } = file
  const kind = previewKindOf(mimeType, file['linkedResourceDefaultAlias'] ?? '')
  const width = place.clientWidth
  const page =
    kind === 'pdf'
      ? await pdfPage(fileSrc, width, signal)
      : pageOf(await call(getPreview, { params: { id, version: Number(version) } }), width, signal)
  if (!page || signal.aborted) return
  page.inert = true
  page.setAttribute('aria-hidden', 'true')
  place.replaceChildren(page)
  place.dataset['isDrawn'] = ''
}

async function pdfPage(url: string, width: number, signal: AbortSignal): Promise<HTMLElement> {
  const { openPdf } = await import('../pdf.ts')
  const task = openPdf(url)
  try {
    const page = await (await task.promise).getPage(1)
    signal.throwIfAborted()
    const natural = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: (width / natural.width) * Math.min(2, devicePixelRatio) })
    const canvas = document.createElement('canvas')
    canvas.className = css['picture'] ?? ''
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    await page.render({ canvas, viewport }).promise
    return canvas
  } finally {
    void task.destroy()
  }
}

/** The first page, sheet or slide of a converted file. */
function pageOf(shown: Converted, width: number, signal: AbortSignal): HTMLElement | undefined {
  switch (shown.kind) {
    case 'document':
    case 'text':
      return small(htmlOf(shown.html), width)
    case 'slides':
      if (shown.pictures[0]) return drawingOf(shown.pictures[0].svg, signal)
      return shown.slides[0] === undefined ? undefined : small(htmlOf(shown.slides[0]), width)
    case 'table':
      return shown.sheets[0] && small(tableOf(shown.sheets[0].rows), width)
    case 'diagram':
      return shown.pages[0] && drawingOf(shown.pages[0].svg, signal)
  }
}

/** HTML of the server's renderer, which writes an allow-list of elements and escapes all else. */
function htmlOf(html: string): HTMLElement {
  const element = document.createElement('div')
  element.className = 'ox-article wiki-content'
  element.innerHTML = html.length > MOST_HTML ? html.slice(0, html.lastIndexOf('<', MOST_HTML)) : html
  return element
}

function tableOf(rows: readonly (readonly string[])[]): HTMLElement {
  const table = document.createElement('table')
  table.className = css['table'] ?? ''
  for (const cells of rows.slice(0, MOST_ROWS)) {
    const row = table.insertRow()
    for (const cell of cells.slice(0, MOST_COLUMNS)) row.insertCell().textContent = cell
  }
  return table
}

function small(content: HTMLElement, width: number): HTMLElement {
  const page = document.createElement('div')
  page.className = css['page'] ?? ''
  page.style.width = `${LAYOUT_WIDTH}px`
  page.style.transform = `scale(${width / LAYOUT_WIDTH})`
  page.append(content)
  return page
}

/** As an image, in which nothing of the drawing acts. */
function drawingOf(svg: string, signal: AbortSignal): HTMLElement {
  const image = document.createElement('img')
  image.className = css['picture'] ?? ''
  image.alt = ''
  void svgWithFonts(svg).then(drawing => {
    const url = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }))
    const release = () => URL.revokeObjectURL(url)
    image.addEventListener('load', release)
    signal.addEventListener('abort', release)
    image.src = url
  })
  return image
}
