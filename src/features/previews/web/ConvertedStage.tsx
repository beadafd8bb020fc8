import { useEffect, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import { svgWithFonts } from '#features/diagrams/web/index.ts'
import { getPreview, type Converted } from '../contract.ts'
import css from './Previewer.module.css'
import type { StageProps } from './FileStage.tsx'

/** A file that the server converts: documents, tables, slides, texts and diagrams. */
export default function ConvertedStage({ file, zoom, onFail }: StageProps) {
  const { data, error } = useEndpoint(getPreview, { params: { id: file.id, version: file.version } })
  useEffect(() => {
    if (error) onFail(error.message)
  }, [error, onFail])
  if (!data)
    return (
      <div className={css.centre}>
        <Spinner label={t('Loading the preview…')} />
      </div>
    )
  return <Shown shown={data} name={file.name} zoom={zoom.factor} />
}

function Shown({ shown, name, zoom }: { shown: Converted; name: string; zoom: number }) {
  switch (shown.kind) {
    case 'table':
      return <Sheets sheets={shown.sheets} />
    case 'slides':
      return (
        <Scrolled name={name}>
          {shown.slides.map((html, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- slides have no other name than their number
            <Slide key={index} html={html} picture={shown.pictures[index]} number={index + 1} zoom={zoom} />
          ))}
        </Scrolled>
      )
    case 'diagram':
      return <Drawings pages={shown.pages} name={name} zoom={zoom} />
    case 'text':
      return (
        <Scrolled name={name} isWide>
          <Html html={shown.html} />
          {shown.isCut && <Cut />}
        </Scrolled>
      )
    case 'document':
      return (
        <Scrolled name={name}>
          <div className={css.paper}>
            <Html html={shown.html} />
          </div>
        </Scrolled>
      )
  }
}

interface SlideProps {
  html: string
  picture: DrawingOf | null | undefined
  number: number
  zoom: number
}

/** The picture of a slide with its words for screen readers, or only its words. */
function Slide({ html, picture, number, zoom }: SlideProps) {
  const label = t('Slide {{number}}', { number })
  if (!picture)
    return (
      <section className={css.slide} aria-label={label}>
        <Html html={html} />
      </section>
    )
  return (
    <section className={css.drawnSlide} aria-label={label} style={{ width: `${zoom * 100}%` }}>
      <Drawing page={picture} name="" isFitted />
      <div className="ox-visually-hidden">
        <Html html={html} />
      </div>
    </section>
  )
}

/** Made by the renderer of pages on the server, which writes an allow-list of elements and escapes all else. */
function Html({ html }: { html: string }) {
  return <div className="ox-article wiki-content" dangerouslySetInnerHTML={{ __html: html }} />
}

function Cut() {
  return <p className={css.note}>{t('Only the beginning of this file is shown')}</p>
}

function Scrolled({ name, isWide, children }: { name: string; isWide?: boolean; children: React.ReactNode }) {
  return (
    <div
      className={css.scroll}
      data-kind={isWide ? 'wide' : 'pages'}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys, so it must take the focus
      tabIndex={0}
      role="region"
      aria-label={name}
    >
      {children}
    </div>
  )
}

type SheetOf = Extract<Converted, { kind: 'table' }>['sheets'][number]

function Sheets({ sheets }: { sheets: readonly SheetOf[] }) {
  const [at, setAt] = useState(0)
  const sheet = sheets[at]
  if (!sheet) return <div className={css.centre}>{t('This file is empty')}</div>
  const columns = Math.max(1, ...sheet.rows.map(row => row.length))
  return (
    <div className={css.sheets}>
      <Scrolled name={sheet.name || t('Table')} isWide>
        <table className={css.table}>
          <tbody>
            {sheet.rows.map((row, y) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their position
              <tr key={y}>
                <th scope="row">{y + 1}</th>
                {Array.from({ length: columns }, (_, x) => (
                  <td key={x}>{row[x]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {sheet.isCut && <Cut />}
      </Scrolled>
      {sheets.length > 1 && (
        <label className={css.choice}>
          {t('Sheet')}
          <select value={at} onChange={event => setAt(Number(event.target.value))}>
            {sheets.map(({ name }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- names may be the same
              <option key={index} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}

type DrawingOf = Extract<Converted, { kind: 'diagram' }>['pages'][number]

function Drawings({ pages, name, zoom }: { pages: readonly DrawingOf[]; name: string; zoom: number }) {
  const [at, setAt] = useState(0)
  const page = pages[at]
  if (!page) return <div className={css.centre}>{t('This file is empty')}</div>
  return (
    <div className={css.sheets}>
      <Scrolled name={page.name} isWide>
        <Drawing key={at} page={page} name={name} zoom={zoom} />
      </Scrolled>
      {pages.length > 1 && (
        <label className={css.choice}>
          {t('Page')}
          <select value={at} onChange={event => setAt(Number(event.target.value))}>
            {pages.map(({ name: title }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- names may be the same
              <option key={index} value={index}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}

interface DrawingProps {
  page: DrawingOf
  name: string
  zoom?: number
  /** Whether it is as wide as the element around it. */
  isFitted?: boolean
}

/** As an image, in which nothing of the drawing acts. */
function Drawing({ page, name, zoom = 1, isFitted }: DrawingProps) {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    let url: string | undefined
    let isOver = false
    void svgWithFonts(page.svg).then(svg => {
      if (isOver) return
      url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
      setSrc(url)
    })
    return () => {
      isOver = true
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [page.svg])
  return (
    src && (
      <img
        className={css.drawing}
        src={src}
        alt={name}
        draggable={false}
        style={
          isFitted
            ? { width: '100%', aspectRatio: `${page.width} / ${page.height}` }
            : { width: page.width * zoom, height: page.height * zoom }
        }
      />
    )
  )
}
