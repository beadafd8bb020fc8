/** Changes to the storage attributes of nodes. */
import type { Node as ProseNode } from '@tiptap/pm/model'

type Bag = Readonly<Record<string, string>>

/** The storage attributes of a node, as written. */
export function bagOf(node: ProseNode): Bag {
  return (node.attrs['attributes'] as Bag | null) ?? {}
}

/** Attributes with other values; undefined removes one. Null without any. */
export function changeBag(bag: Bag, change: Readonly<Record<string, string | undefined>>): Bag | null {
  const entries = Object.entries({ ...bag, ...change }).filter(([, value]) => value !== undefined)
  return entries.length > 0 ? (Object.fromEntries(entries) as Bag) : null
}

/** Attributes with another value of a style property; undefined removes it. Other properties stay. */
export function changeStyle(bag: Bag, property: string, value: string | undefined): Bag | null {
  const others = (bag['style'] ?? '')
    .split(';')
    .map(part => part.trim())
    .filter(part => part !== '' && part.split(':', 1)[0]?.trim() !== property)
  if (value !== undefined) others.push(`${property}: ${value}`)
  return changeBag(bag, { style: others.length > 0 ? `${others.join('; ')};` : undefined })
}
