import { classes, safeClasses } from '../html/classes.ts'
import type { HtmlAttributes } from '../html/html.ts'
import type { ElementNode } from '../model.ts'
import type { Renderer } from './renderer.ts'
import { themedStyle } from './theme.ts'

/** Attributes that every element may have: allowed classes and styles, title, language, direction. */
export function common(
  renderer: Renderer,
  element: ElementNode,
  ...extra: ReadonlyArray<string | undefined>
): HtmlAttributes {
  const a = element.attributes
  return {
    class: classes(...extra, ...safeClasses(a.class)),
    style: themedStyle(renderer, a.style),
    title: a.title,
    lang: /^[A-Za-z0-9-]{2,35}$/.test(a.lang ?? '') ? a.lang : undefined,
    dir: /^(?:ltr|rtl|auto)$/.test(a.dir ?? '') ? a.dir : renderer.directionOf(element),
  }
}

/** An integer attribute, or undefined. */
export function integer(value: string | undefined): string | undefined {
  return value !== undefined && /^-?\d{1,6}$/.test(value.trim()) ? value.trim() : undefined
}
