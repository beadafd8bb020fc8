/**
 * Word lists. Word's HTML has no lists: items are paragraphs with `mso-list: l0 level1 lfo1` in the style; the bullet
 * or number is text between conditional comments (`supportLists`) or in a span with `mso-list: Ignore`.
 */
import { TYPE } from '../dom-names.ts'
import { escapeText } from './escape.ts'
import { SHEET } from './style-sheets.ts'

const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi
/** How ProseMirror editors of other programs were cut open, which their nodes here are not. */
const CUT = /\sdata-pm-slice="[^"]*"/g
/** List paragraph: 1 list, 2 level, 3 content. Paragraphs do not nest. */
const ITEM = /<p\b[^>]*mso-list:\s*(l\d+)\s+level(\d)[^>]*>([\s\S]*?)<\/p\s*>/gi
const MARKER = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/i
const MARKER_SPAN = /<span\b[^>]*mso-list:\s*Ignore[^>]*>([\s\S]*?)<\/span>(?:\s*<\/span>)?/i
/** Word numbering: `1.`, `(a)`, `iv)`, `1.2.3`. */
const NUMBER = /^\(?(?:(\d{1,6})|[a-z]{1,5}|\d[\d.]*\d)[.)]|^\d+(?:\.\d+)+$/i

interface Item {
  readonly list: string
  readonly level: number
  readonly tag: 'ol' | 'ul'
  /** Start number, where it is a plain number. */
  readonly number: number
  readonly html: string
}

/** Clipboard HTML with Word's lists as lists, and its style sheets as text that {@link inlineStyleSheets} reads. */
export function cleanHtml(html: string): string {
  const isOwn = html.includes(TYPE)
  const plain = isOwn ? html.replace(STYLE, '') : withSheetsAsText(html.replace(CUT, ''))
  return plain.includes('mso-list') ? withLists(plain) : plain
}

/** The policy of the page refuses style elements, also in a document that is only read. */
function withSheetsAsText(html: string): string {
  const sheets: string[] = []
  const rest = html.replace(STYLE, (_, sheet: string) => {
    sheets.push(`<template ${SHEET}>${escapeText(sheet)}</template>`)
    return ''
  })
  return rest + sheets.join('')
}

function withLists(html: string): string {
  let out = ''
  let end = 0
  let run: Item[] = []
  const close = (): void => {
    out += listOf(run)
    run = []
  }
  for (const match of html.matchAll(ITEM)) {
    const between = html.slice(end, match.index)
    if (between.trim() !== '') {
      close()
      out += between
    }
    run.push(itemOf(match[1] ?? '', Number(match[2]), match[3] ?? ''))
    end = match.index + match[0].length
  }
  close()
  return out + html.slice(end)
}

function itemOf(list: string, level: number, inner: string): Item {
  const marker = MARKER.exec(inner) ?? MARKER_SPAN.exec(inner)
  const words = (marker?.[1] ?? '')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;|\u00a0/gi, ' ')
    .trim()
  const number = NUMBER.exec(words)
  return {
    list,
    level,
    tag: number ? 'ol' : 'ul',
    number: Number(number?.[1] ?? 1),
    html: marker ? inner.slice(0, marker.index) + inner.slice(marker.index + marker[0].length) : inner,
  }
}

/** Consecutive items nested by level. */
function listOf(items: readonly Item[]): string {
  const open: Item[] = []
  let out = ''
  const end = (): void => {
    out += `</li></${open.pop()?.tag ?? 'ul'}>`
  }
  for (const item of items) {
    while ((open.at(-1)?.level ?? 0) > item.level) end()
    const beside = open.at(-1)
    const isSame =
      beside?.level === item.level && beside.tag === item.tag && (item.level > 1 || beside.list === item.list)
    if (beside?.level === item.level && !isSame) end()
    if (isSame) out += '</li>'
    else {
      out += `<${item.tag}${item.tag === 'ol' && item.number > 1 ? ` start="${item.number}"` : ''}>`
      open.push(item)
    }
    out += `<li><p>${item.html}</p>`
  }
  while (open.length > 0) end()
  return out
}
