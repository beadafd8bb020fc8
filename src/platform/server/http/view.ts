import { randomBytes } from 'node:crypto'
import type { ReactElement } from 'react'
import { LRUCache } from 'lru-cache'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Reader } from '../../view/reader.ts'
import type { Context } from '../context.ts'
import { languageTag } from '../language.ts'
import { escapeHtml, trusted, Markup } from './markup.ts'

/** The reader of a document, as views see them. */
export function readerOf(ctx: Context): Reader {
  return { t: ctx.app.texts.for(ctx.locale), locale: languageTag(ctx.locale), now: Date.now(), isLive: false }
}

/**
 * Hints to load pictures, which React puts first: they would be in the middle of a document that is put together of
 * parts.
 */
const PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)+/

/** Renders a view into markup that the browser can hydrate. React escapes all text and attribute values. */
export function renderView(view: ReactElement): Markup {
  return trusted(renderToString(view).replace(PRELOADS, ''))
}

/** Renders a view into markup that nothing hydrates. */
export function renderStatic(view: ReactElement): Markup {
  return trusted(renderToStaticMarkup(view).replace(PRELOADS, ''))
}

/** Room for the rows of some ten thousand pages: each document of a space has the same few hundred of them. */
const CACHED_BYTES = 16 * 1024 * 1024

/**
 * Represents a value in the HTML of a view, as text or within an attribute. It cannot be guessed, and no encoding
 * changes it.
 */
const HOLE = randomBytes(16).toString('hex')
const HOLES = new RegExp(`${HOLE}x(\\d+)x`)

/**
 * HTML of a view that is in many documents, such as a row of a tree or the frame, cached by all that it is made from:
 * no change makes it stale. A part that differs from document to document is a *hole*, which is filled each time.
 */
export class CachedView<Props, Hole extends string = never> {
  readonly #view: (props: Props, reader: Reader, holes: Readonly<Record<Hole, string>>) => ReactElement
  readonly #names: readonly Hole[]
  readonly #holes: Readonly<Record<Hole, string>>
  /** HTML and, after it in turn, the number of a hole and further HTML. */
  readonly #pieces = new LRUCache<string, readonly string[]>({
    maxSize: CACHED_BYTES,
    sizeCalculation: (pieces, key) => 2 * (key.length + pieces.reduce((sum, piece) => sum + piece.length, 0)) + 200,
  })

  /**
   * @param view must take nothing of the reader but their language. `holes` has, by name, the text that represents a
   * value: as a child or within an attribute, but not to compute with
   */
  constructor(
    view: (props: Props, reader: Reader, holes: Readonly<Record<Hole, string>>) => ReactElement,
    names: readonly Hole[] = [],
  ) {
    this.#view = view
    this.#names = names
    this.#holes = Object.fromEntries(names.map((name, index) => [name, `${HOLE}x${index}x`])) as Record<Hole, string>
  }

  /**
   * @param props are written as JSON for the key
   * @param values of the holes: text is escaped, markup is not
   */
  html(props: Props, reader: Reader, values?: Readonly<Record<Hole, string | Markup>>): Markup {
    const pieces = this.#piecesOf(props, reader)
    let html = pieces[0] ?? ''
    for (let index = 1; index + 1 < pieces.length; index += 2) {
      const value = values?.[this.#names[Number(pieces[index])]!] ?? ''
      html += (value instanceof Markup ? value.text : escapeHtml(value)) + pieces[index + 1]!
    }
    return trusted(html)
  }

  #piecesOf(props: Props, reader: Reader): readonly string[] {
    const key = reader.locale + JSON.stringify(props)
    let pieces = this.#pieces.get(key)
    if (pieces === undefined) {
      // Copied: what React gives consists of hundreds of strings, which would be put together again in each document.
      const { text } = renderView(this.#view(props, reader, this.#holes))
      pieces = text.split(HOLES).map(piece => Buffer.from(piece).toString())
      this.#pieces.set(key, pieces)
    }
    return pieces
  }
}
