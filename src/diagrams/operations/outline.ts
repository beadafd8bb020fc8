/** A page in words, for those who do not see it: what is on it in reading order, and what leads where. */
import { byReading } from '../render/reading.ts'
import { plainText } from '../render/text-layout.ts'
import { findShape } from '../shapes/library.ts'
import type { ConnectorEnd, ConnectorObject, DiagramObject, DiagramPage } from '../model/document.ts'
import { childrenOf, drawnPoints, objectOf, pageBounds, sceneOf } from './tree.ts'

/** What an object is called. */
export interface ObjectName {
  /** English name of its kind; a key of i18n. */
  kind: string
  /** What is written in it, on one line; empty for nothing. */
  text: string
}

/** A line that begins or ends at an object. */
export interface OutlineLink {
  connectorId: string
  /** Where its arrows point, seen from the object. */
  direction: 'to' | 'from' | 'both' | 'none'
  /** Object at the other end; null when it ends free. */
  otherId: string | null
  other: ObjectName | null
  /** Its labels, on one line. */
  label: string
}

export interface OutlineItem extends ObjectName {
  id: string
  links: OutlineLink[]
  /** What lies in it. */
  children: OutlineItem[]
}

/** Longer texts are cut. */
const MOST_TEXT = 80

/** What an object is called; of a group, what is written in it stands for it. */
export function nameOf(object: DiagramObject): ObjectName {
  switch (object.kind) {
    case 'shape':
      return { kind: findShape(object.shape)?.name ?? 'Shape', text: brief(object.text ? plainText(object.text) : '') }
    case 'image':
      return { kind: 'Picture', text: brief(object.text ? plainText(object.text) : '') }
    case 'connector':
      return { kind: 'Connector', text: brief(object.labels.map(({ text }) => plainText(text)).join(' ')) }
    case 'group':
      return { kind: 'Group', text: '' }
  }
}

function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MOST_TEXT ? `${line.slice(0, MOST_TEXT)}…` : line
}

/**
 * What is seen on a page in reading order, groups and containers with what lies in them. Lines are told where they begin
 * and end; those that end free stand for themselves, behind what has a place.
 */
export function outlineOf(page: DiagramPage): OutlineItem[] {
  const seen = new Set(sceneOf(page).drawn.map(({ object }) => object.id))
  const links = linksOf(page, seen)
  const itemsIn = (parent: string | null): OutlineItem[] => inReadingOrder(page, childrenOf(page, parent).filter(({ id }) => seen.has(id)))
    .flatMap(object => object.kind === 'connector' && isTold(page, object, seen) ? [] : [
      { id: object.id, ...nameOf(object), links: links.get(object.id) ?? [], children: itemsIn(object.id) },
    ])
  return itemsIn(null)
}

/** Ids of what is seen on a page in the order of {@link outlineOf}, lines last in each group. */
export function inReadingOrder(page: DiagramPage, objects: readonly DiagramObject[]): DiagramObject[] {
  return objects.map(object => ({ object, isLine: object.kind === 'connector', at: startOf(page, object) }))
    .toSorted((a, b) => Number(a.isLine) - Number(b.isLine) || byReading(a.at, b.at)).map(({ object }) => object)
}

function startOf(page: DiagramPage, object: DiagramObject) {
  return (object.kind === 'connector' ? drawnPoints(page, object.id)[0] : pageBounds(page, [object.id])) ?? { x: 0, y: 0 }
}

/** Whether a line is told where it begins or ends: at what is seen, with both of its ends. */
function isTold(page: DiagramPage, { from, to }: ConnectorObject, seen: ReadonlySet<string>): boolean {
  return [from, to].every(end => targetOf(page, end, seen) !== null)
}

function targetOf(page: DiagramPage, { attached }: ConnectorEnd, seen: ReadonlySet<string>): DiagramObject | null {
  return attached && seen.has(attached.objectId) ? objectOf(page, attached.objectId) ?? null : null
}

/** Links by the objects at which they begin or end, and of lines that end free by themselves. */
function linksOf(page: DiagramPage, seen: ReadonlySet<string>): Map<string, OutlineLink[]> {
  const links = new Map<string, OutlineLink[]>()
  const add = (id: string, link: OutlineLink) => {
    const known = links.get(id)
    if (known) known.push(link)
    else links.set(id, [link])
  }
  const connectors = Object.values(page.objects).filter((object): object is ConnectorObject => object.kind === 'connector' && seen.has(object.id))
  for (const connector of connectors) {
    const [from, to] = [targetOf(page, connector.from, seen), targetOf(page, connector.to, seen)]
    const label = nameOf(connector).text
    const [atStart, atEnd] = [connector.startArrow !== 'none', connector.endArrow !== 'none']
    const link = (other: DiagramObject | null, isForward: boolean): OutlineLink => ({
      connectorId: connector.id, label, otherId: other?.id ?? null, other: other && nameOf(other),
      direction: atStart && atEnd ? 'both' : !atStart && !atEnd ? 'none' : (atEnd === isForward ? 'to' : 'from'),
    })
    if (from && to) {
      add(from.id, link(to, true))
      if (from !== to) add(to.id, link(from, false))
    } else if (from) add(connector.id, link(from, false))
    else if (to) add(connector.id, link(to, true))
  }
  return links
}

/** Puts a text into the reader's language; its values stand in `{{name}}`. */
export type Say = (text: string, values?: Record<string, string>) => string

/** What an item is and where its lines lead, in a sentence: “Order service, connects to Database (“reads”)”. */
export function sentenceOf({ id, kind, text, links }: OutlineItem, say: Say): string {
  // A line that stands for itself has said its label already.
  const phrases = links.map(link => linkPhrase(link.connectorId === id ? { ...link, label: '' } : link, say))
  return [text === '' ? say(kind) : text, ...phrases].join(', ')
}

const PHRASES = {
  to: 'connects to {{other}}', from: 'is reached from {{other}}', both: 'is linked both ways with {{other}}', none: 'is linked with {{other}}',
} as const

/** Where a line leads, in words: “connects to Database (“reads”)”. */
export function linkPhrase({ direction, other, label }: OutlineLink, say: Say): string {
  const name = other === null ? say('nothing') : other.text === '' ? say(other.kind) : other.text
  const phrase = say(PHRASES[direction], { other: name })
  return label === '' ? phrase : say('{{phrase}} (“{{label}}”)', { phrase, label })
}
