import { strFromU8, unzipSync, type Unzipped } from 'fflate'
import { LIMITS, Refusal } from './protocol.ts'

/**
 * The wanted entries of an archive. Sizes are judged by the directory before anything is unpacked, and an entry that is
 * larger than the directory says ends there.
 * @throws Refusal for too many entries or bytes, and for what is no archive
 */
export function unzipWithin(bytes: Uint8Array, wanted: RegExp): Unzipped {
  let entries = 0
  let size = 0
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (++entries > LIMITS.entries) throw new Refusal('This file has too many parts to be shown')
        if (!wanted.test(name)) return false
        size += originalSize
        if (size > LIMITS.uncompressed) throw new Refusal('This file is too large to be shown once it is unpacked')
        return true
      },
    })
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('This file is damaged or protected by a password', { cause: error })
  }
}

/**
 * Text of an XML entry; undefined when there is none.
 * @throws Refusal for a document type definition: office files have none, and its entities may grow without limit
 */
export function xmlOf(files: Unzipped, name: string): string | undefined {
  const bytes = files[name]
  if (!bytes) return undefined
  const text = strFromU8(bytes)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Refusal('This file holds a definition that is not allowed in it')
  return text
}
