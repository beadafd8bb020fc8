import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Reader } from '../../view/reader.ts'
import type { Context } from '../context.ts'
import { languageTag } from '../language.ts'
import { trusted, type Markup } from './markup.ts'

/** The reader of a document, as views see them. */
export function readerOf(ctx: Context): Reader {
  return { t: ctx.app.texts.for(ctx.locale), locale: languageTag(ctx.locale), now: Date.now(), isLive: false }
}

/** Renders a view into markup that the browser can hydrate. React escapes all text and attribute values. */
export function renderView(view: ReactElement): Markup {
  return trusted(renderToString(view))
}
