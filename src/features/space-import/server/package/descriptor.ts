import { text } from 'node:stream/consumers'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Archive } from './archive.ts'

const FILE = 'exportDescriptor.properties'
const MOST_BYTES = 1024 * 1024

/** The description of an export, by name; empty if there is none. */
export async function readDescriptor(archive: Archive): Promise<ReadonlyMap<string, string>> {
  const size = archive.size(FILE)
  if (size === undefined) return new Map()
  if (size > MOST_BYTES) throw badRequest('The file {{name}} of the export is too large', { values: { name: FILE } })
  return parseProperties(await text(await archive.open(FILE)))
}

/** Reads a file of Java properties (java.util.Properties.load): one a line, `\` escapes, `#` and `!` begin remarks. */
export function parseProperties(source: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of source.replaceAll(/\\\r?\n[ \t]*/g, '').split(/\r?\n/)) {
    const [, name, value] = /^[ \t]*((?:[^\\\s:=#!]|\\.)(?:[^\\\s:=]|\\.)*)[ \t]*[:= \t]?[ \t]*(.*)$/.exec(line) ?? []
    if (name !== undefined) found.set(unescaped(name), unescaped(value ?? ''))
  }
  return found
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, code: string | undefined, sign: string) =>
    code === undefined
      ? ({ t: '\t', n: '\n', r: '\r', f: '\f' }[sign] ?? sign)
      : String.fromCharCode(parseInt(code, 16)),
  )
}
