/** Textual outline of a page for screen readers: objects in reading order, and connections. */
import { byReading } from '../render/reading.ts'
import { plainText } from '../render/text-layout.ts'
import { findShape } from '../shapes/library.ts'
import type { ConnectorEnd, ConnectorObject, DiagramObject, DiagramPage } from '../model/document.ts'
import { childrenOf, drawnPoints, objectOf, pageBounds, sceneOf } from './tree.ts'

/** Name of an object. */
export interface ObjectName {
  /** English name of its kind; a key of i18n. */
  kind: string
  /** Its text on one line. */
  text: string
}

/** A connector at an object. */
export interface OutlineLink {
  connectorId: string
  /** Arrow direction, seen from the object. */
  direction: 'to' | 'from' | 'both' | 'none'
  /** Null for a free end. */
  otherId: string | null
  other: ObjectName | null
  /** On one line. */
  label: string
}

export interface OutlineItem extends ObjectName {
  id: string
  links: OutlineLink[]
  /** Content. */
  children: OutlineItem[]
}

/** Longer texts are truncated. */
const MOST_TEXT = 80

/** Name of an object; a group is named by its content. */
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
 * Visible objects of a page in reading order, nested as groups and containers. Connectors are listed at both ends;
 * those with a free end are separate items, after the others.
 */
export function outlineOf(page: DiagramPage): OutlineItem[] {
  const seen = new Set(sceneOf(page).drawn.map(({ object }) => object.id))
  const links = linksOf(page, seen)
  const itemsIn = (parent: string | null): OutlineItem[] =>
    inReadingOrder(
      page,
      childrenOf(page, parent).filter(({ id }) => seen.has(id)),
    ).flatMap(object =>
      object.kind === 'connector' && isListed(page, object, seen)
        ? []
        : [{ id: object.id, ...nameOf(object), links: links.get(object.id) ?? [], children: itemsIn(object.id) }],
    )
  return itemsIn(null)
}

/** Ids of visible objects in the order of {@link outlineOf}, connectors last in each group. */
export function inReadingOrder(page: DiagramPage, objects: readonly DiagramObject[]): DiagramObject[] {
  return objects
    .map(object => ({ object, isLine: object.kind === 'connector', at: startOf(page, object) }))
    .toSorted((a, b) => Number(a.isLine) - Number(b.isLine) || byReading(a.at, b.at))
    .map(({ object }) => object)
}

function startOf(page: DiagramPage, object: DiagramObject) {
  return (
    (object.kind === 'connector' ? drawnPoints(page, object.id)[0] : pageBounds(page, [object.id])) ?? { x: 0, y: 0 }
  )
}

/** Whether a connector is listed at its ends: both are visible. */
function isListed(page: DiagramPage, { from, to }: ConnectorObject, seen: ReadonlySet<string>): boolean {
  return [from, to].every(end => targetOf(page, end, seen) !== null)
}

function targetOf(page: DiagramPage, { attached }: ConnectorEnd, seen: ReadonlySet<string>): DiagramObject | null {
  return attached && seen.has(attached.objectId) ? (objectOf(page, attached.objectId) ?? null) : null
}

/** Links by object, and of connectors with a free end by themselves. */
function linksOf(page: DiagramPage, seen: ReadonlySet<string>): Map<string, OutlineLink[]> {
  const links = new Map<string, OutlineLink[]>()
  const add = (id: string, link: OutlineLink) => {
    const known = links.get(id)
    if (known) known.push(link)
    else links.set(id, [link])
  }
  const connectors = Object.values(page.objects).filter(
    (object): object is ConnectorObject => object.kind === 'connector' && seen.has(object.id),
  )
  for (const connector of connectors) {
    const [from, to] = [targetOf(page, connector.from, seen), targetOf(page, connector.to, seen)]
    const label = nameOf(connector).text
    const [atStart, atEnd] = [connector.startArrow !== 'none', connector.endArrow !== 'none']
    const link = (other: DiagramObject | null, isForward: boolean): OutlineLink => ({
      connectorId: connector.id,
      label,
      otherId: other?.id ?? null,
      other: other && nameOf(other),
      direction: atStart && atEnd ? 'both' : !atStart && !atEnd ? 'none' : atEnd === isForward ? 'to' : 'from',
    })
    if (from && to) {
      add(from.id, link(to, true))
      if (from !== to) add(to.id, link(from, false))
    } else if (from) add(connector.id, link(from, false))
    else if (to) add(connector.id, link(to, true))
  }
  return links
}

/** Translates a text with `{{name}}` values. */
export type Say = (text: string, values?: Record<string, string>) => string

/** An item and its connections as a sentence: “Order service, connects to Database (“reads”)”. */
export function sentenceOf({ id, kind, text, links }: OutlineItem, say: Say): string {
  // A separate item already has its label.
  const phrases = links.map(link => linkPhrase(link.connectorId === id ? { ...link, label: '' } : link, say))
  return [text === '' ? say(kind) : text, ...phrases].join(', ')
}

const PHRASES = {
  to: 'connects to {{other}}',
  from: 'is reached from {{other}}',
  both: 'is linked both ways with {{other}}',
  none: 'is linked with {{other}}',
} as const

/** A connection in words: “connects to Database (“reads”)”. */
export function linkPhrase({ direction, other, label }: OutlineLink, say: Say): string {
  const name = other === null ? say('nothing') : other.text === '' ? say(other.kind) : other.text
  const phrase = say(PHRASES[direction], { other: name })
  return label === '' ? phrase : say('{{phrase}} (“{{label}}”)', { phrase, label })
}
