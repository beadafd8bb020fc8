/** Prints drawings by the browser, which also makes PDF of them. */
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import { svgWithFonts } from '../viewer/with-fonts.ts'
import { layoutOf, type PaperId, type PrintOptions } from './sheets.ts'
import './print.css'

let clean: (() => void) | undefined

/**
 * Opens the browser's print dialog with sheets that show drawings in their stored colours, each as a vector picture.
 * @param name of the diagram, which browsers propose for the PDF's file
 * @throws EncodingError when the browser cannot show a drawing
 */
export async function printDrawings(
  drawings: readonly RenderedDiagram[],
  options: PrintOptions & { name: string },
): Promise<void> {
  clean?.()
  const root = document.createElement('div')
  root.className = 'ox-print'
  const urls: string[] = []
  const title = document.title
  const remove = () => {
    clean = undefined
    root.remove()
    for (const url of urls) URL.revokeObjectURL(url)
    document.title = title
    delete document.documentElement.dataset['printingDiagram']
    removeEventListener('afterprint', remove)
  }
  clean = remove
  try {
    for (const drawing of drawings) {
      const svg = await svgWithFonts(drawing.svg)
      const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
      urls.push(url)
      root.append(...sheetsOf(drawing, url, options))
    }
    document.body.append(root)
    // An image that is not decoded is printed empty.
    await Promise.all([...root.querySelectorAll('img')].map(image => image.decode()))
  } catch (error) {
    remove()
    throw error
  }
  document.title = options.name
  document.documentElement.dataset['printingDiagram'] = ''
  addEventListener('afterprint', remove)
  window.print()
}

function sheetsOf(drawing: RenderedDiagram, url: string, options: PrintOptions): HTMLElement[] {
  const { columns, rows, scale, sheet, orientation } = layoutOf(drawing, options)
  const sheets: HTMLElement[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const image = document.createElement('img')
      image.src = url
      image.alt = drawing.text
      Object.assign(image.style, {
        width: `${drawing.width * scale}px`,
        height: `${drawing.height * scale}px`,
        left: `${-column * sheet.width}px`,
        top: `${-row * sheet.height}px`,
      })
      sheets.push(sheetOf(image, options.paper, orientation))
    }
  }
  return sheets
}

function sheetOf(image: HTMLImageElement, paper: PaperId, orientation: string): HTMLElement {
  const sheet = document.createElement('section')
  sheet.className = 'ox-print-sheet'
  sheet.dataset['page'] = `${paper}-${orientation}`
  const part = document.createElement('div')
  part.append(image)
  sheet.append(part)
  return sheet
}
