/** HTML of other programs and pages, before the rules of the schema read it. */
import { mentionSource } from '#language/editor/index.ts'
import { wikiFile } from './address.ts'
import { readCloud } from './cloud.ts'
import { codeHead } from './code-head.ts'
import { elementOf, inside, retag, toTaskList } from './dom.ts'
import type { Losses } from './losses.ts'
import { readOffice } from './office.ts'
import { inlineStyleSheets } from './style-sheets.ts'
import { dropShades, readWidths } from './tables.ts'

/** Notes the display name of a user who is about to be mentioned. */
export type KnowPerson = (userKey: string, displayName: string) => void

/** Rewrites pasted HTML for the editor. @returns what it had to leave out */
export function readForeign(dom: Element, knowPerson: KnowPerson): Losses {
  const losses: Losses = { pictures: 0, mentions: 0 }
  inlineStyleSheets(dom)
  readPeople(dom, knowPerson)
  readCloud(dom, losses)
  if (!readOffice(dom)) dropShades(dom)
  readNotion(dom)
  readDetails(dom)
  readPictures(dom, losses)
  readEmptyLines(dom)
  readWidths(dom)
  return losses
}

/** Mentions on pages of this wiki. */
function readPeople(dom: Element, knowPerson: KnowPerson): void {
  for (const link of inside(dom, 'a.user-mention[data-userkey][href]')) {
    const { userkey = '' } = link.dataset
    const href = link.getAttribute('href') ?? ''
    if (!(href.startsWith('/') || href.startsWith(`${location.origin}/`)) || !/^[\w-]{1,255}$/.test(userkey)) continue
    knowPerson(userkey, link.textContent ?? '')
    link.replaceWith(elementOf(dom, 'mention', { source: mentionSource(userkey) }))
  }
}

/** Notion writes tasks as the characters of Markdown, and callouts as asides. */
function readNotion(dom: Element): void {
  for (const list of inside(dom, 'ul')) {
    const items = [...list.children].filter(child => child.matches('li'))
    const texts = items.map(firstText)
    if (texts.length === 0 || !texts.every(text => text !== undefined && CHECK_BOX.test(text.data))) continue
    const boxes = texts.map(text => CHECK_BOX.exec(text?.data ?? '')?.[1] !== ' ')
    for (const text of texts) if (text) text.data = text.data.replace(CHECK_BOX, '')
    toTaskList(
      list,
      items.map((item, index) => [item, boxes[index] === true]),
    )
  }
  for (const aside of inside(dom, 'aside'))
    aside.replaceWith(elementOf(dom, 'macro', { attributes: { 'ac:name': 'info' } }, aside.childNodes))
}

const CHECK_BOX = /^\s*\[([ xX])\]\s+/

/** First text of an item that is more than blanks. */
function firstText(item: Element): Text | undefined {
  for (let node: ChildNode | null = item.firstChild; node;) {
    if (node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '') return node as Text
    node = node.nodeType === Node.TEXT_NODE || !node.firstChild ? node.nextSibling : node.firstChild
  }
  return undefined
}

function readDetails(dom: Element): void {
  for (const details of inside(dom, 'details')) {
    const summary = details.querySelector(':scope > summary')
    summary?.remove()
    const head = codeHead('', summary?.textContent ?? '')
    details.replaceWith(elementOf(dom, 'macro', { attributes: { 'ac:name': 'expand' }, head }, details.childNodes))
  }
}

/** Mail programs write an empty line as a line break in a block. */
function readEmptyLines(dom: Element): void {
  for (const lineBreak of inside(dom, 'div > br:only-child')) {
    const line = lineBreak.parentElement
    if (line === null || line === dom || (line.textContent ?? '') !== '') continue
    line.replaceChildren()
    retag(line, 'p')
  }
}

/** Pictures that are emoji become characters; those that only the other program has are lost. */
function readPictures(dom: Element, losses: Losses): void {
  for (const image of inside(dom, 'img')) {
    const alt = image.getAttribute('alt') ?? ''
    if (/^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f){1,12}$/u.test(alt)) {
      image.replaceWith(alt)
    } else if (!isReadable(image.getAttribute('src') ?? '')) {
      image.remove()
      losses.pictures++
    }
  }
}

const isReadable = (src: string): boolean => /^https?:\/\//i.test(src) || wikiFile(src, location.origin) !== undefined
