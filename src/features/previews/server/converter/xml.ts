import { SaxesParser } from 'saxes'
import { Refusal } from './protocol.ts'

/** Attributes by name without prefix; those with a prefix as `*:name` too. */
export type XmlAttributes = Readonly<Record<string, string>>

export interface XmlReader {
  open?(name: string, attributes: XmlAttributes): void
  close?(name: string): void
  text?(text: string): void
}

/** Thrown by a reader that has read enough. */
export class Enough extends Error {
  override name = 'Enough'
}

const PIECE = 64 * 1024

/**
 * Reads XML with names without their prefixes; entities of the document are not expanded.
 * @throws Refusal where it is not well-formed
 */
export function readXml(xml: string, reader: XmlReader): void {
  const parser = new SaxesParser({ xmlns: false, fragment: false })
  parser.on('error', error => {
    throw new Refusal('This file is damaged or protected by a password', { cause: error })
  })
  parser.on('opentag', ({ name, attributes }) => reader.open?.(local(name), named(attributes)))
  parser.on('closetag', ({ name }) => reader.close?.(local(name)))
  parser.on('text', text => reader.text?.(text))
  try {
    for (let at = 0; at < xml.length; at += PIECE) parser.write(xml.slice(at, at + PIECE))
    parser.close()
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function named(attributes: Record<string, unknown>): XmlAttributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      const bare = local(name)
      return bare === name
        ? [[name, String(value)]]
        : [
            [bare, String(value)],
            [`*:${bare}`, String(value)],
          ]
    }),
  )
}

/** Targets of a part's relations by id, as paths from the archive's root. */
export function relationsIn(xml: string | undefined, folder: string): Map<string, string> {
  const targets = new Map<string, string>()
  readXml(xml ?? '<none/>', {
    open(name, { Id: id, Target: target }) {
      if (name !== 'Relationship' || id === undefined || target === undefined) return
      targets.set(id, target.startsWith('/') ? target.slice(1) : joined(folder, target))
    },
  })
  return targets
}

function joined(folder: string, target: string): string {
  const parts = folder.split('/')
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}
