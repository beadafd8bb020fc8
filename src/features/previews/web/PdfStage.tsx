import { TextLayer, type PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import type { StageProps } from './FileStage.tsx'
import { openPdf } from './pdf.ts'
import css from './Previewer.module.css'
import './pdf-text.css'

/** Pixels of a page's canvas. */
const MOST_PIXELS = 16_000_000
/** Pages further from the window than this are not drawn. */
const MARGIN = '800px 0px'
/** CSS pixels in a point of PDF. */
const POINT = 96 / 72

interface Size {
  width: number
  height: number
}

/** A PDF: pages one below the other, drawn when they come near the window. */
export default function PdfStage({ file, zoom, onFail }: StageProps) {
  const pdf = usePdf(file.downloadUrl, onFail)
  const stage = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const isReady = pdf !== undefined
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isReady])
  if (!pdf)
    return (
      <div className={css.centre}>
        <Spinner label={t('Loading the preview…')} />
      </div>
    )
  const fitting = Math.min(1.5 * POINT, Math.max(0.1, (width - 32) / pdf.first.width))
  return (
    <div
      ref={stage}
      className={css.scroll}
      data-kind="pages"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys, so it must take the focus
      tabIndex={0}
      role="region"
      aria-label={file.name}
    >
      {width > 0 &&
        Array.from({ length: pdf.document.numPages }, (_, index) => (
          <PdfPage
            key={index}
            document={pdf.document}
            number={index + 1}
            scale={fitting * zoom.factor}
            expected={pdf.first}
          />
        ))}
    </div>
  )
}

function usePdf(url: string, onFail: (why: string) => void) {
  const [pdf, setPdf] = useState<{ document: PDFDocumentProxy; first: Size }>()
  useEffect(() => {
    let isOver = false
    const task = openPdf(url)
    // Asked for, it would run none of the file's scripts, and it opens no password dialog.
    task.onPassword = () => {
      if (!isOver) onFail(t('This file is damaged or protected by a password'))
    }
    const open = async () => {
      const document = await task.promise
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
      if (!isOver) setPdf({ document, first: { width, height } })
    }
    open().catch(() => {
      if (!isOver) onFail(t('This file is damaged or protected by a password'))
    })
    return () => {
      isOver = true
      void task.destroy()
    }
  }, [url, onFail])
  return pdf
}

interface PdfPageProps {
  document: PDFDocumentProxy
  number: number
  scale: number
  /** Size of the first page, until this one's is known. */
  expected: Size
}

function PdfPage({ document, number, scale, expected }: PdfPageProps) {
  const place = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(expected)
  const isNear = useIsNear(place)
  useEffect(() => {
    const element = place.current
    if (!isNear || !element) return
    let isOver = false
    const ends: (() => void)[] = []
    const draw = async () => {
      const page = await document.getPage(number)
      if (isOver) return
      const natural = page.getViewport({ scale: 1 })
      setSize({ width: natural.width, height: natural.height })
      const viewport = page.getViewport({ scale })
      const density = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)))
      const canvas = window.document.createElement('canvas')
      canvas.width = Math.floor(viewport.width * density)
      canvas.height = Math.floor(viewport.height * density)
      const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
      const words = window.document.createElement('div')
      words.className = 'textLayer'
      const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport })
      ends.push(
        () => drawing.cancel(),
        () => text.cancel(),
      )
      element.replaceChildren(canvas, words)
      await Promise.all([drawing.promise, text.render()])
    }
    draw().catch((error: unknown) => {
      // Another zoom, or another file.
      if (!isOver) reportError(error)
    })
    return () => {
      isOver = true
      for (const end of ends) end()
      element.replaceChildren()
    }
  }, [document, number, scale, isNear])
  return (
    <div
      ref={place}
      className={css.page}
      role="group"
      aria-label={t('Page {{number}}', { number })}
      style={{ width: size.width * scale, height: size.height * scale, '--total-scale-factor': scale }}
    />
  )
}

function useIsNear(element: { readonly current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(entries => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: element.current.parentElement,
      rootMargin: MARGIN,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
